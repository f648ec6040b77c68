"""What every view is made of: markup, drawings, panels and the layout of the whole screen."""

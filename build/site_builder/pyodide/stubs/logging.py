"""asyncio names one level of logging; what goes wrong in the page is told to its console."""

DEBUG = 10

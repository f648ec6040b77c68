/** @jsxImportSource react */
// The declaration of docs/embedding.md.
import { useRef, type HTMLAttributes, type RefAttributes } from "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "palace-game": HTMLAttributes & RefAttributes<PalaceGameElement> & PalaceGameAttributes;
    }
  }
}

export const Post = () => {
  const game = useRef<PalaceGameElement>(null);
  game.current?.addEventListener("palace-over", ({ detail }) => detail.points.length);
  return (
    <palace-game ref={game} game="medina" seats="you,bot:skilled" className="wide">
      <a href="https://example.org/palaces/medina.html">Play Medina</a>
    </palace-game>
  );
};

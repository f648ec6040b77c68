// A post as React makes it: it draws itself anew, puts its parts in another order, and takes the game out and in again.
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";

const BOX = { display: "block", width: "100%", aspectRatio: "3/2", minHeight: "min(560px,150vw,max(420px,92vh))", maxHeight: "max(420px,92vh)" };
const { site, settings } = document.getElementById("post").dataset;

function Post() {
  const [drawn, setDrawn] = useState(0);
  const [last, setLast] = useState(false);
  const [away, setAway] = useState(false);
  const game = away ? null : <palace-game key="game" {...JSON.parse(settings)} style={BOX} />;
  const words = <p key="words">Drawn {drawn} times more.</p>;
  return (
    <article>
      <button onClick={() => setDrawn(drawn + 1)}>Draw</button>
      <button onClick={() => setLast(!last)}>Order</button>
      <button onClick={() => setAway(!away)}>Away</button>
      {last ? [words, game] : [game, words]}
    </article>
  );
}

const script = Object.assign(document.createElement("script"), { src: `${site}embed.js`, async: true });
document.head.append(script);
createRoot(document.getElementById("post")).render(
  <StrictMode>
    <Post />
  </StrictMode>,
);

// @ts-check
// Makes a picture of the end of a game: the city, the winners and all points. It loads with the first request for a
// picture. Drawings take their style sheets along, and texts use the fonts of the page.
export {}; // a module without exports

const [WIDTH, HEIGHT, FOOTER] = [1200, 630, 86];
const MAX_NOISE = 8; // of 255, per channel
const SVG = "http://www.w3.org/2000/svg";

/** @param {string} selector */
const findElement = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** Return the stage as an independent drawing. */
function drawStage() {
  const { theme, game = "" } = document.documentElement.dataset;
  const dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("width", String(WIDTH));
  picture.setAttribute("height", String(HEIGHT));
  picture.dataset.game = game;
  picture.style.colorScheme = dark ? "dark" : "light";
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const style = document.createElementNS(SVG, "style");
  style.textContent = rules
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText)
    .join("\n");
  style.textContent += "* { animation: none !important; }";
  const stage = document.createElementNS(SVG, "g");
  stage.setAttribute("class", findElement(".finale").className);
  const inner = document.createElementNS(SVG, "g");
  for (const [selector, box] of /** @type {[string, number[]][]} */ ([
    [".behind", [0, 0, WIDTH, HEIGHT - FOOTER]],
    [".winning > svg", [400, 60, 770, HEIGHT - FOOTER - 80]],
  ])) {
    const part = /** @type {SVGElement} */ (findElement(`.finale ${selector}`).cloneNode(true));
    ["x", "y", "width", "height"].forEach((name, n) => part.setAttribute(name, String(box[n])));
    part.style.overflow = "visible";
    inner.append(part);
  }
  stage.append(inner);
  picture.append(
    style,
    ...[...document.querySelectorAll(".sprites")].flatMap(({ children }) =>
      [...children].map((child) => child.cloneNode(true)),
    ),
    stage,
  );
  return new XMLSerializer().serializeToString(picture);
}

/**
 * Write a text in lines of this width. Return the y position of the next line.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {[x: number, y: number, width: number, size: number]} box
 */
function writeText(pen, text, [x, y, width, size]) {
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && pen.measureText(`${line} ${word}`).width > width) {
      pen.fillText(line, x, y, width);
      [line, y] = [word, y + size * 1.1];
    } else line = line ? `${line} ${word}` : word;
  }
  pen.fillText(line, x, y, width);
  return y + size * 1.1;
}

/** Thrown if a browser that hides its user among others makes other pixels than were drawn. */
class FalsifiedError extends Error {
  name = "FalsifiedError";
}

/**
 * Draw known colors and read them back. Some browsers add a little noise, which nobody sees.
 * @param {CanvasRenderingContext2D} pen
 */
function checkPixels(pen) {
  const colors = [
    [18, 200, 96],
    [240, 32, 160],
    [0, 64, 255],
    [255, 255, 255],
  ];
  const side = 8;
  colors.forEach((color, n) => {
    pen.fillStyle = `rgb(${color.join(" ")})`;
    pen.fillRect(n * side, 0, side, side);
  });
  const { data } = pen.getImageData(0, 0, colors.length * side, side);
  const isTrue = data.every((value, at) => {
    const color = colors[Math.floor(((at / 4) % (colors.length * side)) / side)];
    return Math.abs(value - (color[at % 4] ?? 255)) <= MAX_NOISE;
  });
  if (!isTrue) throw new FalsifiedError();
}

window.palaces.picture = async () => {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawStage())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  checkPixels(pen);
  const title = findElement("#victory");
  const [display, text] = [title, document.body].map((element) => getComputedStyle(element).fontFamily);
  pen.fillStyle = getComputedStyle(findElement(".finale")).backgroundColor;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.drawImage(image, 0, 0);
  pen.fillStyle = getComputedStyle(title).color;
  pen.font = `400 60px ${display}`;
  const below = writeText(pen, String(title.textContent), [48, 96, 340, 60]);
  pen.font = `500 30px ${text}`;
  writeText(pen, document.querySelector(".margin")?.textContent ?? "", [48, below - 16, 310, 30]); // a lost game has none
  const card = getComputedStyle(findElement(".standing"));
  pen.fillStyle = card.backgroundColor;
  pen.fillRect(0, HEIGHT - FOOTER, WIDTH, FOOTER);
  pen.fillStyle = card.color;
  pen.font = `400 34px ${display}`;
  pen.fillText(String(findElement(".brand").textContent), 48, HEIGHT - 32);
  pen.font = `700 28px ${text}`;
  pen.textAlign = "right";
  const standings = [...document.querySelectorAll(".standing")].map(
    (one) => `${one.querySelector(".name")?.textContent} ${one.querySelector(".total")?.textContent}`,
  );
  pen.fillText(standings.join("  ·  "), WIDTH - 48, HEIGHT - 33, 780);
  const blob = await /** @type {Promise<Blob | null>} */ (new Promise((done) => canvas.toBlob(done, "image/png")));
  if (!blob) throw new Error("no picture");
  return new File([blob], `${document.documentElement.dataset.game}.png`, { type: "image/png" });
};

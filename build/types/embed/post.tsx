// JSX with the global namespace, as Preact's and Solid's older versions have it.
export const post = <palace-game game="medina" seats="you,bot:skilled" seed={7} learn={1} class="wide"></palace-game>;
export const pair = [
  // @ts-expect-error There is no such theme.
  <palace-game game="medina" theme="pink"></palace-game>,
  // @ts-expect-error There is no such attribute.
  <palace-game games="medina"></palace-game>,
];

/** The parts of React's types that `react-post.tsx` needs. */
declare module "react" {
  type CSSProperties = Record<string, string | number>;
  interface HTMLAttributes {
    className?: string;
    style?: CSSProperties;
    children?: unknown;
  }
  interface RefAttributes<T> {
    ref?: { current: T | null };
  }
  function useRef<T>(first: T | null): { current: T | null };
  namespace JSX {
    interface IntrinsicElements {
      a: HTMLAttributes & { href?: string };
    }
  }
}

declare module "react/jsx-runtime" {
  export { JSX } from "react";
}

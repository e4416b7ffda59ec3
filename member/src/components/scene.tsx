/** A larger drawing for a page that has no other content. */
import sheet from "../theme/artwork/scenes.svg?no-inline";
import type { SceneName } from "./artwork-names.ts";
import styles from "./scene.module.css";

export function Scene({ name }: { readonly name: SceneName }) {
  const isWide = name === "lost";
  return (
    <svg
      className={isWide ? styles.wide : styles.scene}
      viewBox={isWide ? "0 0 390 310" : "0 0 240 140"}
      preserveAspectRatio={isWide ? "xMidYMax slice" : "xMidYMid meet"}
      aria-hidden="true"
    >
      <use href={`${sheet}#${name}`} />
    </svg>
  );
}

/** Draws a text as a Code 128 bar code in one path. */
import { useMemo } from "react";
import { bars } from "./code128.ts";
import styles from "./barcode.module.css";

/** White modules on either side, which scanners require. */
const QUIET_ZONE = 10;

export function BarcodeDrawing({ text }: { readonly text: string }) {
  const { path, width } = useMemo(() => {
    let at = QUIET_ZONE;
    let drawn = "";
    bars(text).forEach((size, place) => {
      if (place % 2 === 0) drawn += `M${at} 0h${size}v1h-${size}z`;
      at += size;
    });
    return { path: drawn, width: at + QUIET_ZONE };
  }, [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}

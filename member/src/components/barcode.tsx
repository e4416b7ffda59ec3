/** A bar code on white; the drawing loads when the first one is shown. */
import { lazy, Suspense } from "react";
import styles from "./barcode.module.css";

const Drawing = lazy(() =>
  import("./barcode-drawing.tsx").then((room) => ({ default: room.BarcodeDrawing })),
);

interface BarcodeProps {
  readonly text: string;
  /** What it is for: 卡券条形码. */
  readonly label: string;
}

/** Keeps its place while the drawing loads. */
export const Barcode = ({ text, label }: BarcodeProps) => (
  <span className={styles.paper} role="img" aria-label={label}>
    <Suspense fallback={null}>
      <Drawing text={text} />
    </Suspense>
  </span>
);

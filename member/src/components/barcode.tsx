/** A bar code on white; the drawing code loads when the first bar code is shown. */
import { lazy, Suspense } from "react";
import styles from "./barcode.module.css";

const Drawing = lazy(() =>
  import("./barcode-drawing.tsx").then((module) => ({ default: module.BarcodeDrawing })),
);

interface BarcodeProps {
  readonly text: string;
  /** Accessible name: 卡券条形码. */
  readonly label: string;
}

/** Reserves its space while the drawing code loads. */
export const Barcode = ({ text, label }: BarcodeProps) => (
  <span className={styles.paper} role="img" aria-label={label}>
    <Suspense fallback={null}>
      <Drawing text={text} />
    </Suspense>
  </span>
);

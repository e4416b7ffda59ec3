/**
 * A QR code on white, drawn by the app so that it also works offline; the drawing code loads when
 * first needed.
 */
import { lazy, Suspense } from "react";
import styles from "./qr-code.module.css";

const Drawing = lazy(() =>
  import("./qr-drawing.tsx").then((module) => ({ default: module.QrDrawing })),
);

interface QrCodeProps {
  readonly text: string;
  /** Side in px, white border included. */
  readonly size: number;
  /** Accessible name: 取餐二维码. */
  readonly label: string;
  readonly framed?: boolean | undefined;
}

/** Reserves its space while the drawing code loads, so that nothing shifts. */
export const QrCode = ({ text, size, label, framed = false }: QrCodeProps) => (
  <span
    className={styles.paper}
    data-framed={framed ? "" : undefined}
    data-secret
    style={{ width: size, height: size }}
    role="img"
    aria-label={label}
  >
    <Suspense fallback={null}>
      <Drawing text={text} />
    </Suspense>
  </span>
);

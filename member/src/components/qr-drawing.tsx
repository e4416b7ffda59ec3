/** Draws the modules of a QR code as one path; uses medium error correction for cracked screens. */
import { create } from "qrcode";
import { useMemo } from "react";
import styles from "./qr-code.module.css";

/** Runs of dark modules become one rectangle each, to keep the path short. */
function darkRuns(text: string): { readonly size: number; readonly path: string } {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  let path = "";
  for (let row = 0; row < size; row += 1) {
    let start = -1;
    for (let column = 0; column <= size; column += 1) {
      const isDark = column < size && modules.get(row, column) === 1;
      if (isDark && start < 0) start = column;
      if (!isDark && start >= 0) {
        path += `M${start} ${row}h${column - start}v1h-${column - start}z`;
        start = -1;
      }
    }
  }
  return { size, path };
}

export function QrDrawing({ text }: { readonly text: string }) {
  const { size, path } = useMemo(() => darkRuns(text), [text]);
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

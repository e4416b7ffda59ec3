/** One image of the preview, at the position of the drag and at the current zoom. */
import { type CSSProperties, useState } from "react";
import type { PreviewImage } from "./preview-request.ts";
import styles from "./image-preview.module.css";
import { INITIAL_VIEW } from "./geometry.ts";
import type { PreviewState } from "./preview-state.ts";

type SlideProps = { image: PreviewImage; place: number; now: PreviewState };

export function Slide({ image, place, now }: SlideProps) {
  const [state, setState] = useState<"coming" | "shown" | "failed">("coming");
  const isCurrent = place === now.index;
  const { zoom, x, y } = isCurrent ? now.view : INITIAL_VIEW;
  const aside: CSSProperties = {
    transform: `translate3d(calc(${(place - now.index) * 100}% + ${now.dragOffset.x}px), 0, 0)`,
  };
  const seen: CSSProperties = {
    transform: `translate3d(${x}px, ${y + (isCurrent ? now.dragOffset.y : 0)}px, 0) scale(${zoom})`,
  };
  return (
    <div
      className={styles.slide}
      style={aside}
      aria-hidden={!isCurrent}
      data-current={isCurrent ? "" : undefined}
      data-state={state}
    >
      <img
        className={styles.image}
        style={seen}
        src={image.src}
        alt={image.alt}
        draggable={false}
        onLoad={() => setState("shown")}
        onError={() => setState("failed")}
      />
      {state === "failed" && <p className="centered fill sea-200">图片加载失败</p>}
    </div>
  );
}

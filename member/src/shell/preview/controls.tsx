/** The buttons of the image preview: one for each gesture, and the counter. */
import styles from "./image-preview.module.css";
import { ZOOM_MAX, ZOOM_MIN } from "./geometry.ts";
import type { PreviewAction, PreviewState } from "./preview-state.ts";

const glyphs = {
  close: "m6.5 6.5 11 11m0-11-11 11",
  previous: "m14.500 6-6 6 6 6",
  next: "m9.500 6 6 6-6 6",
  closer: "M12 5.500v13M5.500 12h13",
  further: "M5.500 12h13",
};

type ControlProps = {
  label: string;
  glyph: keyof typeof glyphs;
  onPress: () => void;
  isSpent?: boolean;
};

/** A control that has no effect stays in the tab order, so that the keyboard focus is not lost. */
const Control = ({ label, glyph, onPress, isSpent = false }: ControlProps) => (
  <button
    type="button"
    className={styles.control}
    aria-label={label}
    aria-disabled={isSpent}
    onClick={() => isSpent || onPress()}
  >
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={glyphs[glyph]} />
    </svg>
  </button>
);

export function Controls({
  now,
  send,
}: {
  now: PreviewState;
  send: (step: PreviewAction) => void;
}) {
  const { index, count, view } = now;
  const isMany = count > 1;
  const turn = (by: 1 | -1) => () => send({ type: "turn", by });
  const zoom = (steps: 1 | -1) => () => send({ type: "zoom", steps });
  return (
    <>
      <div className={styles.top}>
        <Control label="关闭" glyph="close" onPress={() => send({ type: "close" })} />
        {isMany && <span className={styles.counter}>{`${index + 1}/${count}`}</span>}
      </div>
      <div className={styles.bottom}>
        {isMany && (
          <Control label="上一张" glyph="previous" onPress={turn(-1)} isSpent={index === 0} />
        )}
        <Control label="缩小" glyph="further" onPress={zoom(-1)} isSpent={view.zoom <= ZOOM_MIN} />
        <Control label="放大" glyph="closer" onPress={zoom(1)} isSpent={view.zoom >= ZOOM_MAX} />
        {isMany && (
          <Control label="下一张" glyph="next" onPress={turn(1)} isSpent={index + 1 >= count} />
        )}
      </div>
    </>
  );
}

/**
 * The notice dialog for a message that must be seen (D03): default, warning or error, with one or
 * more buttons.
 */
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import type { NoticeRequest } from "./dialog-types.ts";

const glyphs = {
  warning: "M12 4 2.800 20h18.400zM12 10v4.500m0 2.800v.1",
  error: "m6.500 6.500 11 11m0-11-11 11",
};

function Glyph({ type }: { type: NoticeRequest["type"] }) {
  if (type === "default") return null;
  return (
    <div className={styles.glyph} data-type={type}>
      <svg viewBox="0 0 24 24" role="img" aria-label={type === "error" ? "失败" : "注意"}>
        <path d={glyphs[type]} />
      </svg>
    </div>
  );
}

export function Notice({
  ask,
  settle,
}: {
  ask: NoticeRequest;
  settle: (pressed?: string) => void;
}) {
  const { title, content, type, buttons } = ask;
  return (
    <DialogBox
      title={title}
      description={content !== "" && <p className={styles.content}>{content}</p>}
      onDismiss={() => settle()}
      above={<Glyph type={type} />}
    >
      <div className={styles.buttons} data-stacked={buttons.length > 1}>
        {buttons.map(({ text, value = text }, place) => (
          <button
            key={value}
            type="button"
            className={styles.button}
            data-tone={place === 0 ? "sea" : "line"}
            onClick={() => settle(value)}
          >
            {text}
          </button>
        ))}
      </div>
    </DialogBox>
  );
}

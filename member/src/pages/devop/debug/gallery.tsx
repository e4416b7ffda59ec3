/** Every dialog in every variant (D01–D07): one button each, with the result shown as data. */
import { Fragment, useState } from "react";
import { userMessageFor } from "../../../device/failure.ts";
import { Section } from "../../../components/card.tsx";
import { GALLERY } from "../../../shell/facade/gallery.ts";
import styles from "./debug.module.css";

type Entry = (typeof GALLERY)[number];

/** `undefined` is a valid result: the dialog was dismissed. */
const answerText = (answer: unknown): string => JSON.stringify(answer) ?? "undefined";

export function Gallery() {
  const [result, setResult] = useState<{ readonly id: string; readonly text: string }>();
  const open = ({ id, open: ask }: Entry) => {
    setResult({ id, text: "等待回答" });
    void ask().then(
      (answer) => setResult({ id, text: answerText(answer) }),
      (failure: unknown) => setResult({ id, text: userMessageFor(failure) }),
    );
  };
  return (
    <Section title="弹窗" note={`${GALLERY.length} 种，回答显示在按钮下方`}>
      <div className="grid gap-2">
        {GALLERY.map((entry) => (
          <Fragment key={entry.id}>
            <button type="button" className={styles.pick} onClick={() => open(entry)}>
              {entry.label}
            </button>
            {result?.id === entry.id && (
              <output className={styles.output} role="status" aria-label="回答">
                {result.text}
              </output>
            )}
          </Fragment>
        ))}
      </div>
    </Section>
  );
}

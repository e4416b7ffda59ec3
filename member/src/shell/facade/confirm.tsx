/**
 * The confirm dialog (D02); where money or a code is spent, the facts are shown above and the
 * button names the action.
 */
import { DialogBox } from "./dialog-box.tsx";
import styles from "./dialog-box.module.css";
import type { ConfirmRequest } from "./dialog-types.ts";

function Description({ content, rows }: Pick<ConfirmRequest, "content" | "rows">) {
  return (
    <>
      {content !== "" && <p className={styles.content}>{content}</p>}
      {rows.length > 0 && (
        <dl className="box grid gap-3 bg-ground">
          {rows.map(({ label, value }) => (
            <div key={label} className={styles.row}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

export function Confirm({
  ask,
  settle,
}: {
  ask: ConfirmRequest;
  settle: (isYes: boolean) => void;
}) {
  const { title, content, rows, cancelText, confirmText, tone } = ask;
  return (
    <DialogBox
      title={title}
      description={<Description content={content} rows={rows} />}
      onDismiss={() => settle(false)}
    >
      <div className={styles.buttons}>
        <button type="button" className={styles.button} onClick={() => settle(false)}>
          {cancelText}
        </button>
        <button
          type="button"
          className={styles.button}
          data-tone={tone}
          onClick={() => settle(true)}
        >
          {confirmText}
        </button>
      </div>
    </DialogBox>
  );
}

/** What another operator stored meanwhile beside one's own, and which to go on with. */
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { type Change, Diff } from "../../parts/record/diff.tsx";
import type { Kept } from "./use-kept.ts";

export function Theirs<D>(props: {
  readonly kept: Kept<D>;
  /** What stands in a document, field by field. */
  readonly linesOf: (value: D) => ReadonlyMap<string, string>;
}) {
  const { kept, linesOf } = props;
  const { theirs, value, settle } = kept;
  if (!theirs) return null;
  const before = linesOf(theirs.value);
  const after = linesOf(value);
  const changes = [...new Set([...after.keys(), ...before.keys()])].flatMap((field): Change[] => {
    const change = {
      field,
      before: before.get(field) ?? "没有",
      after: after.get(field) ?? "没有",
    };
    return change.before === change.after ? [] : [change];
  });
  const when = theirs.savedAt === undefined ? "" : `在 ${timeText(theirs.savedAt)} `;
  return (
    <section aria-label="内容冲突" role="alert">
      <Notice
        tone="warn"
        action={
          <>
            <Button onClick={() => settle("theirs")}>用对方的</Button>
            <Button look="solid" onClick={() => settle("own")}>
              用我的覆盖
            </Button>
          </>
        }
      >
        {theirs.savedBy?.name} {when}保存了另一份，您的还没有保存。
      </Notice>
      <Diff changes={changes} heads={["对方的", "您的"]} />
    </section>
  );
}

/** What another operator saved meanwhile, beside what stands in the form. */
import { type Change, Diff } from "../../parts/record/diff.tsx";
import { Notice } from "../../parts/panel.tsx";

/** Draws nothing while the row is the one that the form began with. */
export function StaleRow(props: { readonly changes: readonly Change[] }) {
  const changes = props.changes.filter(({ before, after }) => before !== after);
  if (changes.length === 0) return null;
  return (
    <>
      <Notice tone="warn">内容已被他人更新。请核对两边，关闭后从最新内容再改。</Notice>
      <Diff changes={changes} heads={["已保存的", "您填写的"]} />
    </>
  );
}

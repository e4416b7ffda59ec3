/** Two editors of one draft: what the other one stored beside one's own, and which to go on with. */
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { Diff } from "../../parts/record/diff.tsx";
import type { DraftHands } from "../../parts/use-draft.ts";
import { audienceText, type Block, type City, citiesText, nameOf, sizeText } from "./blocks.ts";
import type { Saved } from "./editor.tsx";

/** Returns one line a block: what it is, for whom, where, and a sign of its content. */
function linesOf(blocks: readonly Block[], cityName: (code: string) => string) {
  return new Map(
    blocks.map((block, at) => {
      const { blockId, isOn, body } = block;
      const content = Object.values(body).flat();
      const words = content.map((one) => (typeof one === "object" ? Object.values(one)[1] : one));
      const parts = [
        `第 ${at + 1} 块 ${nameOf(block)}`,
        isOn ? "" : "已隐藏",
        sizeText(block),
        audienceText(block),
        citiesText(block, cityName),
        words.filter((word) => typeof word !== "object").join("、"),
      ];
      return [blockId, parts.filter(Boolean).join(" · ")];
    }),
  );
}

export function Conflict(props: {
  readonly hands: DraftHands<readonly Block[], Saved>;
  readonly cities: readonly City[];
}) {
  const { theirs, draft, settle } = props.hands;
  if (!theirs) return null;
  const cityName = (code: string) => props.cities.find((one) => one.code === code)?.name ?? code;
  const before = linesOf(theirs.draft, cityName);
  const after = linesOf(draft, cityName);
  const names = new Map([...theirs.draft, ...draft].map((block) => [block.blockId, nameOf(block)]));
  const changes = [...names].flatMap(([id, field]) => {
    const change = { field, before: before.get(id) ?? "没有", after: after.get(id) ?? "没有" };
    return JSON.stringify(theirs.draft.find(({ blockId }) => blockId === id)) ===
      JSON.stringify(draft.find(({ blockId }) => blockId === id)) && change.before === change.after
      ? []
      : [change];
  });
  return (
    <section aria-label="草稿冲突" role="alert">
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
        {theirs.savedBy.name} 在 {timeText(theirs.savedAt)} 保存了另一份草稿，您的还没有保存。
      </Notice>
      <Diff changes={changes} heads={["对方的", "您的"]} />
    </section>
  );
}

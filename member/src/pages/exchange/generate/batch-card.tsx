/** One batch in the list: its target, state and progress. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import { formatDate } from "../../../device/time.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Card } from "../../../components/card.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { countText } from "../../../components/money.ts";
import { Tag } from "../../../components/tag.tsx";
import { nextStepText } from "./available-actions.ts";
import { targetAppearance, stateOf, codeValueText } from "./batch-text.ts";
import { Meter } from "./meter.tsx";

const subtitleOf = ({ target, count }: Batch): string =>
  [
    target.points === undefined ? targetAppearance(target.target).name : undefined,
    codeValueText(target),
    `${countText(count)} 个`,
  ]
    .filter((text) => text !== undefined)
    .join("，");

/** Shows bars only when there is progress to display. */
export function Progress({ batch }: { readonly batch: Batch }) {
  const { state, made, count, redeemed } = batch;
  if (state === "generating") return <Meter label="已生成" part={made} all={count} tone="sea" />;
  if (["draft", "failed", "ready", "rejected"].includes(state)) return null;
  return <Meter label="已兑换" part={redeemed} all={count} />;
}

export const BatchHead = ({ batch }: { readonly batch: Batch }) => {
  const appearance = targetAppearance(batch.target.target);
  const state = stateOf(batch);
  return (
    <span className="row gap-3 min-width-0">
      <Artwork name={appearance.artwork} tint={appearance.tint} size={52} shape="tile" />
      <span className="grid gap-half grow">
        <span className="flex between items-start gap-2">
          <span className="min-width-0 text-16 ink-900 strong">{batch.name}</span>
          <Tag tone={state.tone}>{state.text}</Tag>
        </span>
        <span className="caption">{subtitleOf(batch)}</span>
        <span className="caption">{`${formatDate(batch.target.validUntil)} 到期`}</span>
      </span>
    </span>
  );
};

interface BatchCardProps {
  readonly batch: Batch;
  readonly onOpen: (batch: Batch) => void;
}

export const BatchCard = ({ batch, onOpen }: BatchCardProps) => (
  <Card>
    <button
      type="button"
      className="touch grid gap-3 min-width-0 full-width text-start"
      onClick={() => onOpen(batch)}
    >
      <BatchHead batch={batch} />
      <Progress batch={batch} />
      <span className="row between gap-2 text-12 ink-700">
        {nextStepText(batch, true)}
        <Icon of={chevron} size={16} className="ink-500" />
      </span>
    </button>
  </Card>
);

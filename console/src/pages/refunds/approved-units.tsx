/** 批准哪几份: chooses how many of the units applied for are approved, and previews their refund. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Notice, Section } from "../../parts/panel.tsx";
import { Units } from "../../parts/units.tsx";
import { type Part, type RefundRow, wholeOf } from "./texts.ts";

/**
 * The choice of an operator; `part` is undefined while its preview loads, is refused, or nothing is
 * chosen.
 */
export function useApprovedUnits(row: RefundRow) {
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(
    new Map(row.items.map(({ itemId, quantity }) => [itemId, quantity])),
  );
  const items = [...units].flatMap(([itemId, quantity]) =>
    quantity > 0 ? [{ itemId, quantity }] : [],
  );
  const isWhole = row.items.every(({ itemId, quantity }) => units.get(itemId) === quantity);
  const { orderNo, refundNo } = row;
  const query = useQuery({
    ...apiQuery(api.operatorOrders.refundPreview, { orderNo, refundNo, items }),
    enabled: !isWhole && items.length > 0,
    placeholderData: keepPreviousData,
  });
  const preview = items.length > 0 && !query.isError && !query.isFetching ? query.data : undefined;
  const part: Part | undefined = isWhole ? wholeOf(row) : preview && { ...preview, items };
  return { part, isWhole, isEmpty: items.length === 0, failure: query.error, units, setUnits };
}

export function ApprovedUnits(props: {
  readonly row: RefundRow;
  readonly choice: ReturnType<typeof useApprovedUnits>;
}) {
  const { row, choice } = props;
  const { units, setUnits, isWhole, isEmpty, failure } = choice;
  return (
    <Section title="批准哪几份" aside={isWhole ? "申请的全部" : "少于申请的份数"}>
      {row.items.map(({ itemId, title, quantity, minQuantity }) => (
        <Units
          key={itemId}
          title={title}
          text={`申请 ${quantity} 份${minQuantity > 1 ? "，须整份退款" : ""}`}
          min={minQuantity}
          max={quantity}
          value={units.get(itemId) ?? 0}
          onChange={(next) => setUnits(new Map(units).set(itemId, next))}
        />
      ))}
      {!isWhole && !isEmpty && failure !== null && (
        <Notice tone="bad" icon={<TriangleAlert aria-hidden="true" />}>
          {sentenceFor(failure)}
        </Notice>
      )}
    </Section>
  );
}

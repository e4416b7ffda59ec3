/** The form of a segment, with a count of its members before it is kept. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { Button } from "../../parts/button.tsx";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { countText } from "../../parts/format.ts";
import { Notice } from "../../parts/panel.tsx";
import { type City, type Rules, rulesOf, segmentFields, segmentValues } from "./segment-fields.ts";

export type Segment = Item<typeof api.operatorAudiences.segments>;

/** Counts the members of what is typed now; an older count is not shown for other rules. */
export function SegmentCount({ rules }: { readonly rules: Rules }) {
  const [counted, setCounted] = useState<Rules | undefined>(undefined);
  const isCounted = JSON.stringify(counted) === JSON.stringify(rules);
  const query = useQuery({
    ...apiQuery(api.operatorAudiences.countSegment, { rules: counted ?? rules }),
    enabled: counted !== undefined && isCounted,
    retry: false,
    // Each count is a read of persons in the audit: only the button asks.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, error, isFetching } = query;
  return (
    <>
      <Button busy={isFetching && "计算中…"} onClick={() => setCounted(rules)}>
        算一下有多少人
      </Button>
      {isCounted && error && <Notice tone="bad">{sentenceFor(error)}</Notice>}
      {isCounted && data && (
        <Notice tone={data.count === 0 ? "warn" : "sea"}>
          {data.isMore ? `多于 ${countText(data.count)} 位会员` : `${countText(data.count)} 位会员`}
          {data.sample.length > 0 &&
            `，例如 ${data.sample.map(({ nickname, phone }) => `${nickname} ${phone}`).join("、")}`}
        </Notice>
      )}
    </>
  );
}

export function SegmentForm(props: {
  readonly segment: Segment | undefined;
  readonly cities: readonly City[];
  readonly onClose: () => void;
}) {
  const { segment, cities, onClose } = props;
  const input = (values: Readonly<Record<string, FieldValue>>) => ({
    name: String(values["name"]),
    rules: rulesOf(values, cities),
  });
  const shared = {
    fields: segmentFields,
    toInput: input,
    preview: (values: Readonly<Record<string, FieldValue>>) => (
      <SegmentCount rules={rulesOf(values, cities)} />
    ),
    head: <Notice tone="sea">填了的条件要同时满足，没填的不限；冻结和注销的账户不算在内。</Notice>,
    onClose,
  };
  return segment === undefined ? (
    <DrawerForm
      {...shared}
      title="新建人群"
      op={api.operatorAudiences.createSegment}
      submit="保存人群"
    />
  ) : (
    <DrawerForm
      {...shared}
      title="修改人群"
      op={api.operatorAudiences.changeSegment}
      fixed={{ segmentId: segment.segmentId, sinceVersion: segment.version }}
      initial={{ name: segment.name, ...segmentValues(segment.rules, cities) }}
    />
  );
}

/** The latest jumps of members to partners, the newest first. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Instant, columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";
import type { Partner } from "./link-form.tsx";
import { linkTitle, partnerName } from "./partner-words.ts";

type Row = Item<typeof api.operatorPartners.clicks>;

export function ClickList(props: {
  readonly tabs: ReactNode;
  readonly partners: readonly Partner[];
}) {
  const { tabs, partners } = props;
  const of = columnsOf<Row>();
  const columns = [
    of.instant("createdAt", "时间"),
    of.no("memberNo", "会员"),
    of.custom("partner", "合作方", ({ partnerId }) => partnerName(partners, partnerId)),
    of.custom("link", "链接", ({ linkId }) => linkTitle(partners, linkId)),
    of.custom("used", "合作方确认", ({ usedAt }) =>
      usedAt === undefined ? <StateTag tone="sand">没有</StateTag> : <Instant at={usedAt} />,
    ),
    of.custom("sid", "追踪编号", ({ sid }) => `…${sid.slice(-8)}`, { from: 1200 }),
  ];
  return (
    <ResourceTable
      title="跳转"
      query={() => apiQuery(api.operatorPartners.clicks, {})}
      columns={columns}
      rowKey={({ sid }) => sid}
      views={tabs}
      empty={{ title: "还没有跳转", text: "会员点开合作方的链接后，最近的列在这里。" }}
    />
  );
}

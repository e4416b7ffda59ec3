/** What the channels of messages did in the last seven days, one line a channel and state. */
import type { ReactNode } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { countText } from "../../parts/format.ts";
import { channelWord, sendState } from "../../parts/send-words.ts";
import { columnsOf } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorMessages.figures>;

const of = columnsOf<Row>();
const columns = [
  of.custom("channel", "渠道", ({ channel }) => channelWord(channel)),
  of.custom("state", "状态", ({ state }) => {
    const [tone, word] = sendState(state);
    return <StateTag tone={tone}>{word}</StateTag>;
  }),
  of.custom("count", "条数", ({ count }) => `${countText(count)} 条`, { align: "right" }),
];

export function ChannelList({ tabs }: { readonly tabs: ReactNode }) {
  return (
    <ResourceTable
      title="渠道 7 天"
      query={() => apiQuery(api.operatorMessages.figures, {})}
      columns={columns}
      rowKey={({ channel, state }) => `${channel} ${state}`}
      views={tabs}
      empty={{ title: "近 7 天没有发送", text: "短信和公众号的发送会按结果列在这里。" }}
    />
  );
}

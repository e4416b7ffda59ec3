/** 消息公告: announcements to all members, and sendings that were given up. */
import { useNavigate } from "@tanstack/react-router";
import { Megaphone, Send } from "lucide-react";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import { EMPTY, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Panel } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { channelWord, failureWord } from "../../parts/send-words.ts";
import { Empty } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { Tabs } from "../../parts/tabs.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { useNow } from "../../parts/use-now.ts";
import { ChannelList } from "./channel-list.tsx";
import { TemplateList } from "./template-list.tsx";

type Announcement = Item<typeof api.operatorMessages.announcements>;
type Dead = Item<typeof api.operatorMessages.dead>;
const SPEC = { tab: oneOf("announcements", "templates", "dead", "channels"), open: text() };
const topics = [
  ["order", "订单"],
  ["asset", "资产"],
  ["invite", "邀请"],
  ["campaign", "活动"],
  ["security", "安全"],
] as const;

const topicName = (topic: string): string => topics.find(([id]) => id === topic)?.[1] ?? topic;

function State({ row }: { readonly row: Announcement }) {
  const now = useNow();
  if (row.withdrawnAt !== undefined) return <StateTag tone="sand">已撤回</StateTag>;
  if (row.untilAt < now) return <StateTag tone="sand">已结束</StateTag>;
  return row.fromAt > now ? (
    <StateTag tone="outline">未开始</StateTag>
  ) : (
    <StateTag tone="ok">显示中</StateTag>
  );
}

const of = columnsOf<Announcement>();
const columns = [
  of.custom("title", "公告", (row) => <TwoLines first={row.title} second={row.text} />),
  of.custom("state", "状态", (row) => <State row={row} />),
  of.instant("fromAt", "开始"),
  of.instant("untilAt", "结束"),
];
const ofDead = columnsOf<Dead>();
const deadColumns = [
  ofDead.text("title", "消息"),
  ofDead.text("memberNo", "会员"),
  ofDead.custom("channel", "渠道", ({ channel }) => channelWord(channel)),
  ofDead.custom("tries", "已试", ({ tries }) => `${tries} 次`, { align: "right" }),
  ofDead.custom("word", "返回结果", ({ word }) => failureWord(word)),
  ofDead.instant("endedAt", "放弃于"),
];

const withdraw = ({ announcementId, title }: Announcement) =>
  askReason({
    op: api.operatorMessages.withdraw,
    input: { announcementId },
    title: "撤回公告",
    effect: [`「${title}」从所有会员的消息里消失`],
    confirm: "撤回公告",
    look: "danger",
  });

const resend = ({ memberNo, messageId, channel, title }: Dead) =>
  askReason({
    op: api.operatorMessages.resend,
    input: { memberNo, messageId, channel },
    title: "重新发送",
    effect: [`「${title}」再发一次，渠道：${channelWord(channel)}`],
    confirm: "重新发送",
  });

function DeadPanel({ row, close }: { readonly row: Dead; readonly close: () => void }) {
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone="bad">发送失败</StateTag>}
      onClose={close}
      foot={
        <Button look="solid" onClick={() => void resend(row)}>
          重新发送
        </Button>
      }
    >
      <Facts
        rows={[
          ["会员", <MemberLink key="member" memberNo={row.memberNo} />],
          ["渠道", channelWord(row.channel)],
          ["已试", `${row.tries} 次`],
          ["返回结果", failureWord(row.word)],
          ["放弃于", timeText(row.endedAt)],
        ]}
      />
    </Panel>
  );
}

export default function MessagesPage() {
  const [{ tab = "announcements" }, setSearch] = useSearchState(SPEC);
  const [isWriting, setWriting] = useState(false);
  const navigate = useNavigate();
  const sendToMany = () =>
    void navigate({ to: "/sends" as "/", search: { form: "message" } as never });
  const tabs = (
    <Tabs
      label="消息公告"
      value={tab}
      onChange={(next) => setSearch({ tab: next, open: undefined })}
      tabs={[
        { id: "announcements", label: "公告" },
        { id: "templates", label: "模板" },
        { id: "dead", label: "发送失败" },
        { id: "channels", label: "渠道 7 天" },
      ]}
    />
  );
  return (
    <FixedPage>
      <PageHead
        title="消息公告"
        text="公告给所有会员看，批量消息给一个人群或一份名单"
        actions={
          <>
            <Button icon={<Send />} onClick={sendToMany}>
              批量发消息
            </Button>
            <Button look="solid" icon={<Megaphone />} onClick={() => setWriting(true)}>
              写公告
            </Button>
          </>
        }
      />
      {tab === "announcements" ? (
        <ResourceTable
          title="公告"
          query={() => apiQuery(api.operatorMessages.announcements, {})}
          columns={columns}
          rowKey={({ announcementId }) => announcementId}
          views={tabs}
          panel={(_key, row, close) =>
            row && (
              <Panel
                title={row.title}
                onClose={close}
                foot={
                  row.withdrawnAt === undefined && (
                    <Button look="danger" onClick={() => void withdraw(row)}>
                      撤回公告
                    </Button>
                  )
                }
              >
                <Facts
                  rows={[
                    ["会员会读到", row.text],
                    ["链接", row.link ?? EMPTY],
                    ["开始", timeText(row.fromAt)],
                    ["结束", timeText(row.untilAt)],
                    ["分类", topicName(row.topic)],
                  ]}
                />
              </Panel>
            )
          }
          empty={{ title: "还没有公告", text: "写公告后，所有会员在消息里看到。" }}
        />
      ) : tab === "templates" ? (
        <TemplateList tabs={tabs} />
      ) : tab === "channels" ? (
        <ChannelList tabs={tabs} />
      ) : (
        <ResourceTable
          title="发送失败"
          query={() => apiQuery(api.operatorMessages.dead, {})}
          columns={deadColumns}
          rowKey={({ messageId, channel }) => `${messageId} ${channel}`}
          views={tabs}
          panel={(_key, row, close) =>
            row ? (
              <DeadPanel row={row} close={close} />
            ) : (
              <Panel title="发送失败" onClose={close}>
                <Empty title="不在这里了" text="可能已经重新发送。" />
              </Panel>
            )
          }
          empty={{
            title: "没有发送失败的消息",
            text: "短信和公众号多次失败后停在这里，可以逐条重发。",
          }}
        />
      )}
      {isWriting && (
        <DrawerForm
          title="写公告"
          op={api.operatorMessages.announce}
          fields={[
            {
              kind: "choice",
              name: "topic",
              label: "分类",
              choices: topics,
              help: "关闭了「活动与优惠消息」的会员看不到「活动」类公告",
            },
            { kind: "text", name: "title", label: "标题" },
            { kind: "area", name: "text", label: "内容", help: "会员会读到" },
            {
              kind: "text",
              name: "link",
              label: "链接",
              placeholder: "/pages/…",
              help: "点公告打开的本站页面；不填则不能点",
            },
            { kind: "instant", name: "fromAt", label: "开始", help: "不填则立即显示" },
            { kind: "instant", name: "untilAt", label: "结束" },
            { kind: "area", name: "reason", label: "原因" },
          ]}
          submit="发布公告"
          done="已发布"
          onClose={() => setWriting(false)}
        />
      )}
    </FixedPage>
  );
}

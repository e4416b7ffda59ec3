/**
 * 消息中心: the member's messages by topic. A tap marks a message as read and opens its link; a swipe
 * offers to hide it.
 */
import type { Message } from "@yunjing/contract/schemas/messages";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { useUnread } from "../../components/notifications/use-unread.ts";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { openLink, switchTab } from "../../shell/navigate.ts";
import { NotificationSettingsSheet } from "./messages/notification-settings-sheet.tsx";
import { MessageRow } from "./messages/message-row.tsx";
import styles from "./messages/messages.module.css";
import { UndoBar } from "./messages/undo-bar.tsx";
import { type Tab, useMessageActions, useMessages } from "./messages/use-messages.ts";

const topics = [
  { id: "order", text: "订单" },
  { id: "asset", text: "资产" },
  { id: "invite", text: "邀请" },
  { id: "campaign", text: "活动" },
  { id: "security", text: "安全" },
] as const;
const tabOf = (id: string): Tab => topics.find((topic) => topic.id === id)?.id ?? "all";

/** True for a path within the app; messages must not link to other addresses. */
const isOwnPath = (link: string): boolean => /^\/(?![/\\])/.test(link);

const nothing: Readonly<Record<Tab, string>> = {
  all: "还没有消息",
  order: "还没有订单消息",
  asset: "还没有资产消息",
  invite: "还没有邀请消息",
  campaign: "还没有活动消息",
  security: "还没有安全消息",
};

const Empty = ({ tab, onAll }: { readonly tab: Tab; readonly onAll: () => void }) => (
  <EmptyState scene="box" title={nothing[tab]} note="订单、退款、到账和活动都会在这里告诉你">
    <Button appearance="sea" onPress={() => (tab === "all" ? switchTab("/") : onAll())}>
      {tab === "all" ? "去逛逛" : "看全部消息"}
    </Button>
  </EmptyState>
);

interface HeadProps {
  readonly unread: number;
  readonly onReadAll: () => Promise<void>;
  readonly onNotificationSettings: () => void;
}

const Head = ({ unread, onReadAll, onNotificationSettings }: HeadProps) => (
  <div className="row wrap justify-end gap-2">
    <span className={styles.count}>{unread > 0 ? `${unread} 条未读` : "没有未读消息"}</span>
    {unread > 0 && (
      <Button appearance="soft" size={32} onPress={onReadAll}>
        全部已读
      </Button>
    )}
    <Button appearance="soft" size={32} onPress={onNotificationSettings}>
      通知设置
    </Button>
  </div>
);

export default function UserMessagesPage() {
  const [tab, setTab] = useState<Tab>("all");
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const [hidden, setHidden] = useState<string>();
  const messages = useMessages(tab);
  const marks = useMessageActions(tab);
  const unread = useUnread();
  const open = ({ messageId, isRead, link }: Message) => {
    if (!isRead) void marks.read(messageId);
    if (link !== undefined && isOwnPath(link)) void openLink(link);
  };
  const hide = ({ messageId }: Message) => {
    setHidden(messageId);
    void marks.hide(messageId);
  };
  const undo = () => {
    if (hidden !== undefined) void marks.restore(hidden);
    setHidden(undefined);
  };
  const items = [
    { id: "all", text: "全部" },
    ...topics.map(({ id, text }) => ({ id, text, count: unread?.byTopic[id] || undefined })),
  ];
  const shownUnread = (tab === "all" ? unread?.total : unread?.byTopic[tab]) ?? 0;
  return (
    <PullRefresh onRefresh={messages.refetch}>
      <div className={styles.page}>
        <div className={styles.tabs}>
          <Tabs
            label="消息类型，数字为未读"
            appearance="lined"
            items={items}
            value={tab}
            onChoose={(id) => setTab(tabOf(id))}
          />
        </div>
        <Head
          unread={shownUnread}
          onReadAll={marks.readAll}
          onNotificationSettings={() => setSettingsOpen(true)}
        />
        <div data-stale={messages.isPlaceholderData ? "" : undefined}>
          <InfiniteList
            label="消息"
            query={messages}
            keyOf={({ messageId }) => messageId}
            skeleton={<Skeleton count={4} />}
            renderItem={(message) => (
              <MessageRow
                message={message}
                now={messages.dataUpdatedAt}
                onOpen={open}
                onHide={hide}
              />
            )}
            empty={<Empty tab={tab} onAll={() => setTab("all")} />}
            errorNote="没能读到消息，它们都还在"
          />
        </div>
      </div>
      {hidden !== undefined && (
        <UndoBar key={hidden} onUndo={undo} onOver={() => setHidden(undefined)} />
      )}
      <NotificationSettingsSheet isOpen={isSettingsOpen} onClose={() => setSettingsOpen(false)} />
    </PullRefresh>
  );
}

/** The invited friends, latest first, each with their reward and why it has not been paid yet. */
import { ownValue } from "@yunjing/contract/own-value";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { InviteAppeal, InvitedFriend } from "@yunjing/contract/schemas/invite";
import { lazy, Suspense, useState } from "react";
import { api, operationKey } from "../../../api.ts";
import { formatDate } from "../../../device/time.ts";
import { Button } from "../../../components/button.tsx";
import { Card } from "../../../components/card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tag } from "../../../components/tag.tsx";
import { appealLine, figureText, isOver, noteText, tones } from "./friend-text.ts";
import styles from "./reward.module.css";

const AppealSheet = lazy(() =>
  import("./appeal-sheet.tsx").then((module) => ({ default: module.AppealSheet })),
);

function useFriends() {
  return useInfiniteQuery({
    queryKey: operationKey(api.invite.rewards),
    queryFn: ({ pageParam, signal }) =>
      api.invite.rewards(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

interface AppealLineProps {
  readonly friend: InvitedFriend;
  readonly appeal: InviteAppeal;
  readonly onAppeal: () => void;
}

const AppealLine = ({ friend, appeal, onAppeal }: AppealLineProps) => (
  <div className={styles.appeal} data-state={appeal.state}>
    <span className={styles.why}>{appealLine(appeal)}</span>
    {appeal.state === "open" && (
      <Button size={32} appearance="line" label={`申诉${friend.friend}的奖励`} onPress={onAppeal}>
        申诉
      </Button>
    )}
  </div>
);

interface FriendProps {
  readonly friend: InvitedFriend;
  readonly onAppeal: () => void;
}

function Friend({ friend, onAppeal }: FriendProps) {
  const figure = figureText(friend);
  const note = noteText(friend);
  // A reward under appeal is not lost yet.
  const waiting = friend.appeal?.state === "waiting" ? friend.appeal : undefined;
  const isLost = isOver(friend.state) && !waiting;
  return (
    <Card>
      <div className="grid gap-1">
        <span className="row wrap between gap-1-2">
          <span className="text-16 ink-900 medium">{friend.friend}</span>
          <Tag tone={waiting ? "warn" : tones[friend.state]}>
            {waiting?.stateText ?? friend.stateText}
          </Tag>
        </span>
        <span className="row wrap between gap-1-2">
          <span className={styles.note}>{formatDate(friend.boundAt)} 注册</span>
          {figure && (
            <span className={styles.figure} data-over={isLost ? "" : undefined}>
              {figure}
            </span>
          )}
        </span>
        {note && <span className={styles.why}>{note}</span>}
        {friend.appeal && <AppealLine friend={friend} appeal={friend.appeal} onAppeal={onAppeal} />}
      </div>
    </Card>
  );
}

interface AppealedReward {
  readonly rewardId: string;
  readonly friend: InvitedFriend;
}

export function Friends({ onInvite }: { readonly onInvite: () => unknown }) {
  const friends = useFriends();
  const queries = useQueryClient();
  const [appealed, setAppealed] = useState<AppealedReward>();
  // The text survives closing the sheet, so a close by mistake loses nothing.
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const refresh = () => queries.invalidateQueries({ queryKey: operationKey(api.invite.rewards) });
  return (
    <>
      <InfiniteList
        label="邀请的好友"
        query={friends}
        keyOf={({ id }) => id}
        skeleton={<Skeleton count={4} />}
        renderItem={(friend) => (
          <Friend
            friend={friend}
            onAppeal={() =>
              friend.appeal && setAppealed({ rewardId: friend.appeal.rewardId, friend })
            }
          />
        )}
        empty={
          <EmptyState
            title="还没有邀请好友"
            note="把你的海报或链接发给朋友，朋友注册后会出现在这里"
          >
            <Button appearance="sea" onPress={onInvite}>
              去分享
            </Button>
          </EmptyState>
        }
        errorNote="没能读到邀请明细，你的奖励没有变化"
      />
      {appealed && (
        <Suspense fallback={null}>
          <AppealSheet
            rewardId={appealed.rewardId}
            friend={appealed.friend}
            text={ownValue(drafts, appealed.rewardId) ?? ""}
            onTextChange={(text) =>
              setDrafts((before) => ({ ...before, [appealed.rewardId]: text }))
            }
            onChanged={refresh}
            onClose={() => setAppealed(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

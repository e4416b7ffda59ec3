/** The friends so far, the latest first, each with what they brought and why it has not come yet. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { InvitedFriend } from "@yunjing/contract/schemas/invite";
import { api, keyOf } from "../../../api.ts";
import { formatDate } from "../../../device/time.ts";
import { Button } from "../../../parts/button.tsx";
import { Card } from "../../../parts/card.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { EndlessList } from "../../../parts/endless-list.tsx";
import { Skeleton } from "../../../parts/skeleton.tsx";
import { Tag } from "../../../parts/tag.tsx";
import { figureText, isOver, noteText, tones } from "./friend-words.ts";
import styles from "./reward.module.css";

function useFriends() {
  return useInfiniteQuery({
    queryKey: keyOf(api.invite.rewards),
    queryFn: ({ pageParam, signal }) =>
      api.invite.rewards(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
  });
}

function Friend({ friend }: { readonly friend: InvitedFriend }) {
  const figure = figureText(friend);
  const note = noteText(friend);
  return (
    <Card>
      <div className={styles.friend}>
        <span className={styles.top}>
          <span className={styles.name}>{friend.friend}</span>
          <Tag tone={tones[friend.state]}>{friend.stateText}</Tag>
        </span>
        <span className={styles.top}>
          <span className={styles.note}>{formatDate(friend.boundAt)} 注册</span>
          {figure && (
            <span className={styles.figure} data-over={isOver(friend.state) ? "" : undefined}>
              {figure}
            </span>
          )}
        </span>
        {note && <span className={styles.why}>{note}</span>}
      </div>
    </Card>
  );
}

export function Friends({ onInvite }: { readonly onInvite: () => unknown }) {
  const friends = useFriends();
  return (
    <EndlessList
      label="邀请的好友"
      query={friends}
      keyOf={({ id }) => id}
      skeleton={<Skeleton count={4} />}
      draw={(friend) => <Friend friend={friend} />}
      empty={
        <EmptyState title="还没有邀请好友" note="把你的海报或链接发给朋友，朋友注册后会出现在这里">
          <Button look="sea" onPress={onInvite}>
            去分享
          </Button>
        </EmptyState>
      }
      errorNote="没能读到邀请明细，你的奖励没有变化"
    />
  );
}

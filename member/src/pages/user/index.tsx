/** 我的, a tab: the member's profile, assets, orders and tools. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Me } from "@yunjing/contract/schemas/member";
import { api, apiQuery } from "../../api.ts";
import { VERSION, VERSION_CODE } from "../../device/platform.ts";
import { formatTime } from "../../device/time.ts";
import { Card, Section } from "../../components/card.tsx";
import { ErrorBlock } from "../../components/empty-state.tsx";
import { Entries, IconEntry } from "../../components/grid-entry.tsx";
import { logout } from "../../components/page-icons.ts";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { confirm } from "../../shell/facade/facade.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { LiveCode } from "./orders/live-code.tsx";
import { listPath, orderStates } from "./orders/order-kinds.ts";
import { Avatar } from "./profile/avatar.tsx";
import { Membership } from "./profile/membership.tsx";
import { StaffTools, Tools } from "./profile/tools.tsx";
import styles from "./user.module.css";

/** Version and version code of the product (M05). */
const VERSION_TEXT = `云鲸权益 ${VERSION}（${VERSION_CODE}）`;

const Self = ({ me }: { readonly me: Me }) => (
  <header className={styles.self}>
    <Avatar me={me} />
    <div className="grow">
      <h2 className="text-20 strong ellipsis">{me.nickname}</h2>
      <p className={styles.ids}>
        {me.phone !== "" && <span>{me.phone}</span>}
        <span>会员号 {me.memberNo}</span>
      </p>
    </div>
  </header>
);

/** Notice that the account will be closed soon, with a link to withdraw the request. */
const Closing = ({ closing }: { readonly closing: NonNullable<Me["closing"]> }) => (
  <NoticeBar
    kind="warn"
    text={
      closing.isWaiting
        ? "账号申请了注销，还有事项要处理"
        : `账号将于 ${formatTime(closing.dueAt).slice(5, 16)} 注销，可以撤回`
    }
    onPress={() => navigateTo("/pages/user/closing")}
  />
);

function Orders() {
  const { data } = useQuery(apiQuery(api.orders.summary, {}));
  const code = data?.live[0];
  return (
    <Section title="我的订单" all={{ text: "全部订单", onPress: () => navigateTo(listPath({})) }}>
      <Entries label="订单状态" columns={4}>
        {orderStates.map(({ id, name, icon }) => (
          <IconEntry
            key={id}
            name={name}
            icon={icon}
            count={data?.states[id] ?? 0}
            onPress={() => navigateTo(listPath({ state: id }))}
          />
        ))}
      </Entries>
      {code && <LiveCode order={code} appearance="line" />}
    </Section>
  );
}

async function leave(): Promise<void> {
  const yes = await confirm({
    title: "退出登录？",
    content: "退出后仍可用兑换码和取餐链接。",
    confirmText: "退出登录",
  });
  if (yes) await navigateTo("/pages/passport/login_out");
}

export default function ProfilePage() {
  const { data: me, isLoadingError, refetch } = useQuery(apiQuery(api.member.me, {}));
  const queries = useQueryClient();
  if (!me) {
    return (
      <div className="page-padding column gap-3">
        {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="card" count={3} />}
      </div>
    );
  }
  return (
    <PullRefresh onRefresh={() => queries.refetchQueries({ type: "active" })}>
      <div className="page-padding column gap-3">
        <Self me={me} />
        {me.closing && <Closing closing={me.closing} />}
        <Membership me={me} />
        <Orders />
        <Tools unread={me.counts.unread} />
        <StaffTools />
        <Card rows>
          <ListRows label="账号">
            <ListRow icon={logout} name="退出登录" onPress={leave} />
          </ListRows>
        </Card>
        <p className="mt-2 caption text-center">{VERSION_TEXT}</p>
      </div>
    </PullRefresh>
  );
}

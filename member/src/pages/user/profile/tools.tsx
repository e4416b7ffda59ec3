/** The member's tools, and the work pages of a member with their permission. */
import { hasPermission } from "../../../device/token.ts";
import { Card, Section } from "../../../components/card.tsx";
import { Entries, IconEntry } from "../../../components/grid-entry.tsx";
import type { IconDrawing } from "../../../components/icon-drawing.ts";
import {
  code,
  headset,
  help,
  mail,
  people,
  pin,
  points,
  poster,
  settings,
  wallet,
} from "../../../components/page-icons.ts";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { navigateTo } from "../../../shell/navigate.ts";

type Tool = { readonly name: string; readonly icon: IconDrawing; readonly url: string };

const MESSAGES = "/pages/user/messages";

const tools: readonly Tool[] = [
  { name: "我的钱包", icon: wallet, url: "/pages/user/wallet" },
  { name: "积分兑换", icon: points, url: "/pages/user/score" },
  { name: "兑换码", icon: code, url: "/pages/exchange/manifest" },
  { name: "推广海报", icon: poster, url: "/pages/invite/poster" },
  { name: "邀请明细", icon: people, url: "/pages/invite/reward" },
  { name: "地址管理", icon: pin, url: "/pages/region/choose?mode=address" },
  { name: "消息", icon: mail, url: MESSAGES },
  { name: "客服电话", icon: headset, url: "/pages/user/help" },
  { name: "帮助", icon: help, url: "/pages/user/help" },
  { name: "设置", icon: settings, url: "/pages/user/settings" },
];

const staffTools = [
  { name: "生成兑换码", url: "/pages/exchange/generate", permission: "exchange:generate" },
  { name: "DEVOP", url: "/pages/devop/debug", permission: "devop:debug" },
] as const;

export const Tools = ({ unread }: { readonly unread: number }) => (
  <Section title="常用功能">
    <Entries label="常用功能" columns={5}>
      {tools.map(({ name, icon, url }) => (
        <IconEntry
          key={name}
          name={name}
          icon={icon}
          count={url === MESSAGES ? unread : undefined}
          onPress={() => navigateTo(url)}
        />
      ))}
    </Entries>
  </Section>
);

export function StaffTools() {
  const mine = staffTools.filter(({ permission }) => hasPermission(permission));
  if (mine.length === 0) return null;
  return (
    <Card rows>
      <ListRows label="工作入口">
        {mine.map(({ name, url }) => (
          <ListRow key={name} name={name} onPress={() => navigateTo(url)} />
        ))}
      </ListRows>
    </Card>
  );
}

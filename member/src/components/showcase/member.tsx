/** Showcase: the member card, orders, coupons and cards. */
import { CardTicket } from "../card-ticket.tsx";
import { Section } from "../card.tsx";
import { CouponTicket } from "../coupon-ticket.tsx";
import { Entries, IconEntry } from "../grid-entry.tsx";
import { refresh } from "../icons.ts";
import { card, meal, undo } from "../page-icons.ts";
import { MemberCard, type MemberCardProps } from "../member-card.tsx";
import { OrderCard, type OrderCardProps } from "../order-card.tsx";
import { PickupCard, PickupLine } from "../pickup-card.tsx";
import { coupons, noop } from "./samples.ts";
import { ShowcaseSection } from "./showcase-section.tsx";

const press = { onPress: noop };
const member: MemberCardProps = {
  levelName: "金鲸会员",
  levelMark: "LV3",
  growth: 2480,
  growthNext: 3000,
  growthNote: "再得 520 升 LV4 蓝鲸",
  rights: "会员价、积分 1.5 倍、每月 4 张券",
  about: { text: "会员权益", onPress: noop },
  assets: { balanceFen: 12_850, points: 3260, cards: 5, coupons: 8 },
  assetLinks: { balance: press, points: press, cards: press, coupons: press },
};
const orders: readonly OrderCardProps[] = [
  {
    brand: "话费充值",
    title: "三网话费 100 元",
    note: "充值号码 138****6027",
    artwork: "phone",
    tint: "sand",
    paidFen: 9750,
    state: "待支付 13:42",
    stateTone: "wait",
    actions: [
      { text: "取消订单", onPress: noop },
      { text: "去支付", onPress: noop, isNext: true },
    ],
  },
  {
    brand: "喜茶",
    title: "19 元任选饮品券",
    note: "卡密",
    quantity: 2,
    artwork: "cheesetea",
    tint: "plum",
    paidFen: 1980,
    split: "余额 ¥19.80",
    state: "待使用",
    stateTone: "go",
    actions: [{ text: "查看卡密", onPress: noop }],
  },
];

const Orders = () => (
  <>
    <Section title="我的订单" all={{ text: "全部订单", onPress: noop }}>
      <Entries label="订单状态" columns={4}>
        <IconEntry name="待支付" icon={card} count={1} onPress={noop} />
        <IconEntry name="处理中" icon={refresh} onPress={noop} />
        <IconEntry name="待取餐" icon={meal} count={12} onPress={noop} />
        <IconEntry name="退款售后" icon={undo} onPress={noop} />
      </Entries>
      <PickupLine
        store="人民广场来福士店"
        code={{ code: "3068" }}
        time="今天 12:15–12:30 取餐"
        onPress={noop}
      />
      <PickupLine
        store="人民广场来福士店"
        code={{ code: "306812" }}
        time="今天 12:15–12:30 取餐"
        onPress={noop}
      />
    </Section>
    <PickupCard
      store="肯德基 人民广场来福士店"
      code={{ code: "3068" }}
      state="待取餐"
      time="今天 12:15–12:30 到店取"
      progress="门店已接单，餐品制作中"
      onPress={noop}
    />
    <Section title="最近订单" all={{ text: "全部 42 单", onPress: noop }}>
      {orders.map((order) => (
        <OrderCard key={order.title} {...order} onPress={noop} />
      ))}
    </Section>
  </>
);

const held = (
  <>
    订单 …7731 待支付，<a href="#order">查看订单</a>
  </>
);

const Tickets = () => (
  <>
    {coupons.map((coupon) => (
      <CouponTicket key={coupon.title} {...coupon} />
    ))}
    <CouponTicket
      title="话费充值券"
      value={{ offFen: 500 }}
      threshold="满 30 可用"
      scope="三网话费 50 元及以上"
      until=""
      state="locked"
      held={held}
    />
    <CardTicket
      title="瑞幸 29 元饮品券"
      artwork="coffee"
      tint="sand"
      tail="**** **** 7Q2K"
      until="2026-11-24 到期，剩 3 天"
      isUrgent
      tag={{ text: "待查看", tone: "sea" }}
      action={{ text: "查看卡密", isFirst: true, onPress: noop }}
    />
    <CardTicket
      title="喜茶 19 元券"
      artwork="tea"
      tint="plum"
      tail="**** **** 3FM8"
      until="2026-11-16 使用"
      stamp="已使用"
    />
  </>
);

export const MemberShowcase = () => (
  <>
    <ShowcaseSection title="我的" bare>
      <MemberCard {...member} />
      <Orders />
    </ShowcaseSection>
    <ShowcaseSection title="券和卡" bare>
      <Tickets />
    </ShowcaseSection>
  </>
);

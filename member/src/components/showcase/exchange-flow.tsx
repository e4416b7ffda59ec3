/** Showcase, last section: the exchange of a meal, lists, and the states of a list. */
import { useState } from "react";
import { Button } from "../button.tsx";
import { Card, Section } from "../card.tsx";
import { Chips } from "../chip.tsx";
import { Dock } from "../dock.tsx";
import { EmptyState, ErrorBlock } from "../empty-state.tsx";
import { InfiniteList, type InfiniteListQuery } from "../infinite-list.tsx";
import { Facts, Sum } from "../facts.tsx";
import { navigate, phone, receipt, shop, wallet } from "../page-icons.ts";
import { ListRow, ListRows } from "../list-row.tsx";
import { NoticeBar } from "../notice-bar.tsx";
import { PickupStore, PickupTicket } from "../pickup-ticket.tsx";
import { Skeleton } from "../skeleton.tsx";
import { StepBar } from "../step-bar.tsx";
import { StoreRow, StoreRows } from "../store-row.tsx";
import { CheckMark } from "../checkbox.tsx";
import { Timeline } from "../timeline.tsx";
import { VoucherMeter } from "../voucher-meter.tsx";
import { ShowcaseSection } from "./showcase-section.tsx";
import styles from "./showcase.module.css";

const noop = () => undefined;
const steps = ["门店", "餐品", "取餐", "确认"];

const StorePicking = () => (
  <ShowcaseSection title="点餐" bare>
    <StepBar steps={steps} at={0} />
    <StepBar steps={steps} at={2} onBack={noop} />
    <StoreRows label="附近门店">
      <StoreRow
        name="人民广场来福士店"
        address="西藏中路 268 号 B1 层"
        distanceMetres={320}
        lead="约 8 分钟可取"
        isOpen
        hours="营业至 22:30"
        services={["堂食", "外带"]}
        mark="上次去过"
        isFirst
        action={{ text: "点餐", onPress: noop }}
      />
      <StoreRow
        name="南京东路步行街店"
        address="南京东路 299 号 1 层"
        distanceMetres={780}
        lead="约 12 分钟可取"
        isOpen
        hours="营业至 23:00"
        services={["堂食", "外带"]}
        action={{ text: "点餐", onPress: noop }}
      />
      <StoreRow
        name="外滩中心店"
        address="延安东路 222 号"
        distanceMetres={1600}
        isOpen={false}
        hours="明天 07:00 开门"
      />
    </StoreRows>
    <Card>
      <VoucherMeter voucherFen={4500} chosenFen={4750} count={3} />
      <VoucherMeter voucherFen={4500} chosenFen={2100} count={1} />
      <VoucherMeter voucherFen={4500} chosenFen={0} count={0} />
    </Card>
    <Card>
      <Sum
        parts={[
          { name: "餐品合计", value: "47.50" },
          { name: "餐券抵扣", value: "45.00" },
          { name: "还需支付", value: "2.50" },
        ]}
      />
    </Card>
    <NoticeBar
      kind="wait"
      text="已为你锁定，14:32 内完成即可"
      actionText="换一个码"
      onPress={noop}
    />
    <NoticeBar kind="warn" text="14:00 后换下午菜单，所选餐品会重新核价" />
    <NoticeBar kind="info" text="餐券不找零。10 分钟内没出码，餐券和 ¥2.50 自动退回。" />
    <NoticeBar kind="offline" text="没有网络，显示 11:57 的内容" actionText="重试" onPress={noop} />
    <NoticeBar kind="bad" text="门店没有接单，餐券已退回" />
  </ShowcaseSection>
);

const OrderParts = () => (
  <ShowcaseSection title="订单" bare>
    <PickupTicket
      codes={[
        { code: "3068", name: "主餐" },
        { code: "3071", name: "冷饮" },
      ]}
      hints={["向店员报取餐码，或出示二维码", "断网也能查看，屏幕已为你调亮"]}
    >
      <PickupStore name="人民广场来福士店" address="黄浦区西藏中路 268 号 B1 层，距你 320 米">
        <Button appearance="soft" block size={44} icon={navigate}>
          导航
        </Button>
        <Button appearance="soft" block size={44} icon={phone}>
          致电门店
        </Button>
      </PickupStore>
    </PickupTicket>
    <Section title="进度">
      <Timeline
        events={[
          { text: "取餐完成", state: "later" },
          { text: "已出取餐码", at: "11:49:36", state: "now" },
          { text: "门店已接单", at: "11:48:52", state: "past" },
          { text: "已提交，补差价 ¥2.50", at: "2026-11-21 11:48:40", state: "past" },
        ]}
      />
    </Section>
    <Section title="餐品" note="堂食，共 3 件">
      <Facts
        items={[
          { name: "餐品合计", value: "¥47.50" },
          { name: "兑换券抵扣（面值 ¥45）", value: "−¥45.00" },
          { name: "订单编号", value: "YJ2611 2111 4802 7731" },
        ]}
      />
    </Section>
    <Card>
      <ListRows>
        <ListRow icon={receipt} name="余额明细" value="本月支出 ¥186.40" onPress={noop} />
        <ListRow
          icon={shop}
          name="人民广场来福士店"
          note="西藏中路 268 号 B1 层，距你 320 米"
          actionText="改"
          onPress={noop}
        />
        <ListRow
          icon={wallet}
          name="余额支付"
          note="¥128.50，支付后剩 ¥126.00"
          end={<CheckMark isOn />}
          onPress={noop}
        />
      </ListRows>
    </Card>
  </ShowcaseSection>
);

function ListStates() {
  const [suggestion, setSuggestion] = useState("");
  const query: InfiniteListQuery<string> = {
    data: { pages: [{ list: ["第一单", "第二单"] }] },
    isPending: false,
    isLoadingError: false,
    hasNextPage: false,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => Promise.resolve(),
    refetch: () => Promise.resolve(),
  };
  return (
    <ShowcaseSection title="列表的各种状态" bare>
      <Skeleton />
      <Skeleton shape="grid" count={2} />
      <InfiniteList
        query={query}
        label="订单"
        keyOf={(text) => text}
        renderItem={(text) => <Card>{text}</Card>}
        empty={null}
      />
      <InfiniteList
        query={{ ...query, isFetchNextPageError: true, hasNextPage: true }}
        label="订单，后面没读到"
        keyOf={(text) => text}
        renderItem={(text) => <Card>{text}</Card>}
        empty={null}
      />
      <EmptyState title="卡包空空的" note="领到的优惠券和买到的卡券会放在这里">
        <Button appearance="line" size={44}>
          去兑换
        </Button>
        <Button size={44}>去领券</Button>
      </EmptyState>
      <ErrorBlock note="没能读到积分明细，你的积分没有变化" requestId="7F3A-20C1" onRetry={noop} />
      <ErrorBlock isOffline note="连上网络后再试" onRetry={noop} />
      <EmptyState scene="search" title="上海没有“海底捞”的权益" note="换个词，或看看这些">
        <Chips
          label="换个词"
          wraps="center"
          value={null}
          onChoose={setSuggestion}
          items={[
            { id: "1", text: "西贝莜面村" },
            { id: "2", text: `火锅代金券${suggestion}` },
          ]}
        />
      </EmptyState>
      <EmptyState scene="lock" title="暂无权限" note="生成兑换码需要开通权限，请联系管理员">
        <Button appearance="line" size={44}>
          返回
        </Button>
      </EmptyState>
    </ShowcaseSection>
  );
}

export const ExchangeFlowShowcase = () => (
  <>
    <StorePicking />
    <OrderParts />
    <ListStates />
    <div className={styles.full}>
      <Dock above={<VoucherMeter voucherFen={4500} chosenFen={4750} count={3} />}>
        <Button appearance="line" block>
          再来一单
        </Button>
        <Button appearance="main" block>
          选取餐时间
        </Button>
      </Dock>
      <Dock>
        <Button appearance="line">申请退款</Button>
        <Button appearance="line">再来一单</Button>
        <Button appearance="main" block>
          我已取餐
        </Button>
      </Dock>
    </div>
  </>
);

/** 积分兑换, the points page: points and their expiry, daily sign-in, and benefits to exchange. */
import type { PointsBenefit, PointsSummary } from "@yunjing/contract/schemas/points";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Chips } from "../../components/chip.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { NoticeBar } from "../../components/notice-bar.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { NO_FILTER, type Filter, filtersOf } from "./score/filters.ts";
import { GoodsCard } from "./score/goods-card.tsx";
import { Head } from "./score/head.tsx";
import styles from "./score/score.module.css";
import type { SheetName } from "./score/sheets.tsx";
import { SignInCard, SignInSkeleton } from "./score/sign-in.tsx";
import { useGoods, usePoints, useSignIn } from "./score/use-score.ts";

const Sheet = lazy(() =>
  import("./score/sheets.tsx").then((module) => ({ default: module.Sheet })),
);
const LevelSheet = lazy(() =>
  import("./profile/level-sheet.tsx").then((module) => ({ default: module.LevelSheet })),
);
const Exchange = lazy(() =>
  import("./score/exchange.tsx").then((module) => ({ default: module.Exchange })),
);

interface EmptyProps {
  readonly filter: Filter;
  readonly onAll: () => void;
  readonly onEarn: () => void;
}

function Empty({ filter, onAll, onEarn }: EmptyProps) {
  if (filter.input.affordable) {
    return (
      <EmptyState title="积分还不够兑换" note="签到、做任务和下单都能得积分">
        <Button appearance="sea" onPress={onEarn}>
          去赚积分
        </Button>
      </EmptyState>
    );
  }
  const isAll = filter === NO_FILTER;
  return (
    <EmptyState
      scene={isAll ? "box" : "search"}
      title={isAll ? "兑换商品正在上架" : `没有“${filter.text}”的商品`}
      note={isAll ? "积分会一直为你留着，过两天再来看看" : "看看别的商品"}
    >
      {!isAll && (
        <Button appearance="sea" onPress={onAll}>
          查看全部
        </Button>
      )}
    </EmptyState>
  );
}

interface GoodsProps {
  readonly view: ReturnType<typeof useGoods>;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly onOpen: (goods: PointsBenefit) => void;
  readonly onEarn: () => void;
}

function Goods({ view, filter, onFilter, onOpen, onEarn }: GoodsProps) {
  const filters = filtersOf(view.data?.pages[0]);
  return (
    <>
      <Chips
        label="筛选商品"
        value={filter.id}
        onChoose={(id) => onFilter(filters.find((each) => each.id === id) ?? NO_FILTER)}
        items={filters}
      />
      <div
        className="min-width-0 padding-gutter"
        data-stale={view.isPlaceholderData ? "" : undefined}
      >
        <InfiniteList
          label="兑换商品"
          appearance="grid"
          query={view}
          keyOf={({ skuId }) => skuId}
          skeleton={<Skeleton shape="grid" count={4} />}
          renderItem={(goods) => <GoodsCard goods={goods} onOpen={() => onOpen(goods)} />}
          empty={<Empty filter={filter} onAll={() => onFilter(NO_FILTER)} onEarn={onEarn} />}
          errorNote="没能读到兑换商品，你的积分没有变化"
        />
      </div>
    </>
  );
}

interface TopProps {
  readonly summary: PointsSummary | undefined;
  readonly hasFailed: boolean;
  readonly onRetry: () => unknown;
  readonly onSheet: (name: SheetName) => void;
}

/** If the summary cannot be loaded, the goods below it are still shown. */
function Top({ summary, hasFailed, onRetry, onSheet }: TopProps) {
  const { hasJustSigned, sign } = useSignIn();
  if (summary) {
    return (
      <SignInCard
        signIn={summary.signIn}
        hasJustSigned={hasJustSigned}
        onSign={sign}
        tasks={summary.tasks}
        onTasks={() => onSheet("tasks")}
      />
    );
  }
  if (!hasFailed) return <SignInSkeleton />;
  return (
    <div className={styles.sign} role="alert">
      <NoticeBar
        kind="bad"
        text="没能读到积分，你的积分没有变化"
        actionText="重新加载"
        onPress={() => void onRetry()}
      />
    </div>
  );
}

/** Neither points nor goods could be loaded: one error block for both. */
const Unread = ({ onRetry }: { readonly onRetry: () => unknown }) => (
  <div className="min-width-0 padding-gutter">
    <div className={styles.sign}>
      <ErrorBlock note="没能读到积分和商品，你的积分没有变化" onRetry={onRetry} />
    </div>
  </div>
);

type Opened = SheetName | "levels" | PointsBenefit;

interface SheetsProps {
  readonly opened: Opened | undefined;
  readonly summary: PointsSummary | undefined;
  readonly onOpen: (opened: Opened | undefined) => void;
}

/** One sheet at a time; each is loaded when it is first opened. */
function Sheets({ opened, summary, onOpen }: SheetsProps) {
  const close = () => onOpen(undefined);
  if (opened === undefined) return null;
  if (typeof opened === "object") {
    return (
      <Exchange
        key={opened.skuId}
        goods={opened}
        tasks={summary?.tasks ?? []}
        onLevels={() => onOpen("levels")}
        onClose={close}
      />
    );
  }
  if (opened === "levels") return <LevelSheet onClose={close} />;
  return summary ? <Sheet name={opened} summary={summary} onClose={close} /> : null;
}

export default function ScorePage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const [opened, setOpened] = useState<Opened>();
  const points = usePoints();
  const goods = useGoods(filter);
  const summary = points.data;
  const refetch = () => Promise.all([points.refetch(), goods.refetch()]);
  const isAllUnread = points.isLoadingError && goods.isLoadingError;
  return (
    <PullRefresh onRefresh={refetch}>
      <div className="column">
        <Head
          summary={summary}
          hasFailed={points.isLoadingError}
          onCalendar={() => setOpened("calendar")}
          onRules={() => setOpened("rules")}
        />
        <div className={styles.body}>
          {isAllUnread ? (
            <Unread onRetry={refetch} />
          ) : (
            <>
              <div className="min-width-0 padding-gutter">
                <Top
                  summary={summary}
                  hasFailed={points.isLoadingError}
                  onRetry={points.refetch}
                  onSheet={setOpened}
                />
              </div>
              <Goods
                view={goods}
                filter={filter}
                onFilter={setFilter}
                onOpen={setOpened}
                onEarn={() => setOpened("tasks")}
              />
            </>
          )}
        </div>
      </div>
      <Suspense fallback={null}>
        <Sheets opened={opened} summary={summary} onOpen={setOpened} />
      </Suspense>
    </PullRefresh>
  );
}

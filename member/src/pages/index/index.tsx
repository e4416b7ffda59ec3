/** 首页: the city's benefits as blocks, followed by an infinite list of all others. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { api, operationKey, apiQuery } from "../../api.ts";
import { hasChosenCity } from "../../device/location-choice.ts";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/card.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { useUnread } from "../../components/notifications/use-unread.ts";
import { InfiniteList } from "../../components/infinite-list.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { BenefitRow } from "../../components/shop/benefit-row.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { useCity } from "../../shell/use-city.ts";
import { isNewcomer } from "../../device/newcomer.ts";
import { storedToken } from "../../device/token.ts";
import { Blocks } from "./home/blocks.tsx";
import { HomeHeader } from "./home/home-header.tsx";
import styles from "./home/home.module.css";
import { NewcomerPlace } from "./home/newcomer-place.tsx";

// Only for new members; the home page does without it when its chunk does not load.
const NewcomerStrip = lazy(() =>
  import("./home/newcomer-strip.tsx").then(
    (module) => ({ default: module.NewcomerStrip }),
    () => ({ default: () => null }),
  ),
);

/** The search field's suggestion before the first server response. */
const FIRST_HOT_WORD = "搜索权益、品牌";

function useMore(regionCode: string) {
  return useInfiniteQuery({
    queryKey: [...operationKey(api.home.benefits), { regionCode }],
    queryFn: ({ pageParam, signal }) =>
      api.home.benefits({ regionCode, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

const NoBenefits = () => (
  <EmptyState scene="box" title="暂无权益" note="换个城市看看">
    <Button appearance="sea" onPress={() => navigateTo("/pages/region/choose?mode=city")}>
      换个城市
    </Button>
  </EmptyState>
);

function Recommendations({
  city,
}: {
  readonly city: { readonly code: string; readonly name: string };
}) {
  const query = useMore(city.code);
  return (
    <Section title="猜你喜欢" note={`按${city.name}可用排序`}>
      <InfiniteList
        label="猜你喜欢"
        appearance="bare-rows"
        query={query}
        keyOf={({ benefitId }) => benefitId}
        renderItem={(benefit) => <BenefitRow benefit={benefit} />}
        empty={<NoBenefits />}
      />
    </Section>
  );
}

const Newcomer = () => (
  <Suspense fallback={<NewcomerPlace />}>
    <NewcomerStrip />
  </Suspense>
);

const isNewMember = (): boolean => storedToken() !== "" && isNewcomer();
const neverChanges = () => () => undefined;

export default function HomePage() {
  const isNew = useSyncExternalStore(neverChanges, isNewMember, () => false);
  const city = useCity();
  const { data, isLoadingError, refetch } = useQuery({
    ...apiQuery(api.home.page, hasChosenCity() ? { regionCode: city.code } : {}),
    placeholderData: keepPreviousData,
  });
  // The content comes before the badge.
  const unread = useUnread({ isWanted: data !== undefined })?.total ?? 0;
  return (
    <PullRefresh onRefresh={refetch}>
      <div className="column">
        <HomeHeader
          cityName={city.name}
          hotWord={data?.hotWord ?? FIRST_HOT_WORD}
          unread={unread}
        />
        <div className={styles.body}>
          {data && (
            <Blocks
              blocks={data.blocks}
              onEnd={() => void refetch()}
              afterGrid={isNew && <Newcomer />}
            />
          )}
          {!data &&
            (isLoadingError ? (
              <ErrorBlock onRetry={refetch} />
            ) : (
              <Skeleton shape="card" count={4} />
            ))}
          {data && <Recommendations city={city} />}
        </div>
      </div>
    </PullRefresh>
  );
}

/**
 * Step 1: the store. Open stores come first, and near ones first once the member allows location
 * access.
 */
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { Store } from "@yunjing/contract/schemas/dining";
import { memo, useDeferredValue, useEffect, useEffectEvent, useState } from "react";
import { api, operationKey } from "../../../api.ts";
import { lastVisitedStore } from "../../../device/exchange-session.ts";
import {
  recentPosition,
  locate,
  hasLocationPermission,
  type Position,
} from "../../../device/geolocation.ts";
import { takePickedStore } from "../../../device/location-choice.ts";
import { formatDate } from "../../../device/time.ts";
import { ArtObject } from "../../../components/artwork.tsx";
import { Button } from "../../../components/button.tsx";
import { Chips } from "../../../components/chip.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { EndText } from "../../../components/end-text.tsx";
import { useNearScreen } from "../../../components/infinite-list.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevronDown } from "../../../components/icons.ts";
import { pin } from "../../../components/page-icons.ts";
import { moneyText } from "../../../components/money.ts";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StoreRow, StoreRows } from "../../../components/store-row.tsx";
import { toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import { useCity } from "../../../shell/use-city.ts";
import styles from "./kfc.module.css";
import { eatText, isBuying, MENU_STEP, type StepProps, storeNameOf, untilText } from "./step.ts";
import { useFavourites } from "./use-favourites.ts";

const NEAR = "near";
const filters = [
  { id: NEAR, text: "离我最近" },
  { id: "open", text: "营业中" },
  { id: "dine_in", text: "可堂食" },
  { id: "take_away", text: "可外带" },
];

/** No filter is active: every store matches. */
const NONE = "";

const fits = (store: Store, filter: string): boolean => {
  if (filter === NONE) return true;
  if (filter === "open") return store.isOpen;
  return filter === NEAR || store.services.some((service) => service === filter);
};

/**
 * The device's position, requested only when permission was granted before or the member presses
 * for it.
 */
function usePosition() {
  const [position, setPosition] = useState<Position | undefined>(recentPosition);
  const [isRefused, setRefused] = useState(false);
  const ask = async (isPressed = true) => {
    const found = await locate();
    if (typeof found === "object") return setPosition(found);
    setRefused(true);
    if (isPressed) void toast(found === "refused" ? "没有定位权限，可按城市选择" : "暂时定位不到");
  };
  useEffect(() => {
    if (recentPosition()) return;
    void hasLocationPermission().then((may) => (may ? ask(false) : undefined));
  }, []);
  return { position, isRefused, ask };
}

type Search = {
  readonly brand: string | undefined;
  readonly keyword: string;
  readonly position: Position | undefined;
  /** The favourites of a visitor's device. */
  readonly favourites: string | undefined;
};

function useStores({ brand, keyword, position, favourites }: Search) {
  const city = useCity();
  const typed = useDeferredValue(keyword.trim());
  const input = {
    ...(brand === undefined ? {} : { brand }),
    regionCode: city.code,
    ...position,
    ...(favourites === undefined ? {} : { favourites }),
    ...(typed === "" ? {} : { keyword: typed }),
  };
  const query = useInfiniteQuery({
    queryKey: [...operationKey(api.dining.stores), input],
    queryFn: ({ pageParam, signal }) =>
      api.dining.stores(
        { ...input, ...(pageParam === "" ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
  return { city, query };
}

/** Continues with the store chosen on the selection page, each time this page is shown again. */
function usePickedStore(brand: string | undefined, onPicked: (store: Store) => void) {
  const take = useEffectEvent(() => {
    const picked = takePickedStore(brand);
    if (!picked) return;
    void api.dining
      .store({ storeId: picked.storeId })
      .then(onPicked, () => toast(`${picked.name}没有读到，请再选一次`));
  });
  useEffect(() => {
    take();
  }, []);
}

export const StoreStep = memo(function StoreStep(props: StepProps) {
  const { manifest, draft, change, goToStep } = props;
  const { brand } = manifest;
  const [keyword, setKeyword] = useState("");
  const { position, isRefused, ask } = usePosition();
  const [chosen, setFilter] = useState<string>();
  // "Nearest" needs a position; once there is one, it is the default order.
  const usual = position ? NEAR : NONE;
  const filter = chosen === NEAR ? usual : (chosen ?? usual);
  const queries = useQueryClient();
  const { ofDevice, toggle } = useFavourites(() =>
    queries.invalidateQueries({ queryKey: operationKey(api.dining.stores) }),
  );
  const { city, query } = useStores({ brand, keyword, position, favourites: ofDevice });
  const canLoad = query.hasNextPage && !query.isFetchingNextPage;
  const end = useNearScreen(() => void query.fetchNextPage(), canLoad);
  const choose = (store: Store) => {
    const isSame = store.storeId === draft.store?.storeId;
    const eatType = store.services.includes(draft.eatType)
      ? draft.eatType
      : (store.services[0] ?? "take_away");
    change({
      store,
      eatType,
      ...(isSame ? {} : { lines: [], menuHash: "", slot: undefined }),
    });
    goToStep(MENU_STEP);
  };
  usePickedStore(brand, choose);
  const choosing = (mode: "city" | "store") =>
    void navigateTo(`/pages/region/choose?mode=${mode}${brand ? `&brand=${brand}` : ""}`);
  const pickFilter = (id: string) => {
    setFilter(id);
    if (id === NEAR && !position) void ask();
  };

  const stores = (query.data?.pages ?? []).flatMap(({ list }) => list);
  const shown = stores.filter((store) => fits(store, filter));
  const byOpen = [...shown.filter((s) => s.isOpen), ...shown.filter((s) => !s.isOpen)];
  const ordered = [...byOpen.filter((s) => s.isFavourite), ...byOpen.filter((s) => !s.isFavourite)];
  return (
    <>
      {!isBuying(draft) && <VoucherLine manifest={manifest} />}
      <div className="page-body one-column">
        <div className="row gap-3">
          <button
            type="button"
            className={styles.city}
            aria-label={`城市 ${city.name}，点按更换`}
            onClick={() => choosing("city")}
          >
            {city.name}
            <Icon of={chevronDown} size={16} />
          </button>
          <SearchField
            label="搜索门店"
            placeholder="搜门店、商圈或路名"
            value={keyword}
            onInput={setKeyword}
            lengthMax={40}
            on="ground"
          />
        </div>
        <div className={styles.filters}>
          <Chips label="筛选门店" items={filters} value={filter} onChoose={pickFilter} />
        </div>
        {query.isPending && <Skeleton count={4} />}
        {query.isLoadingError && <ErrorBlock note="门店没有读到" onRetry={query.refetch} />}
        {query.data && ordered.length === 0 && !query.hasNextPage && (
          <EmptyState
            scene="search"
            title={keyword ? "没有找到门店" : `${city.name}暂无可点餐的门店`}
            note={keyword ? "换个商圈或路名试试" : "换个城市看看"}
          >
            <Button appearance="line" onPress={() => setKeyword("")}>
              看全部门店
            </Button>
          </EmptyState>
        )}
        {ordered.length > 0 && (
          <StoreRows label="门店">
            {ordered.map((store, place) => (
              <StoreItem
                key={store.storeId}
                name={storeNameOf(draft, store)}
                store={store}
                isFirst={place === 0}
                onPick={choose}
                onFavour={toggle}
              />
            ))}
          </StoreRows>
        )}
        <div ref={end} />
        {query.isFetchingNextPage && <Skeleton count={1} />}
        {ordered.length > 0 && !query.hasNextPage && <EndText />}
        <p className="row wrap middle gap-1 caption">
          <Icon of={pin} size={16} />
          {position ? "已按当前位置排序，" : isRefused ? "没有定位，按城市列出，" : "还没有定位，"}
          <button type="button" className={styles.wordButton} onClick={() => void ask()}>
            {position ? "重新定位" : "定位看距离"}
          </button>
          <button type="button" className={styles.wordButton} onClick={() => choosing("store")}>
            更多门店
          </button>
        </p>
      </div>
    </>
  );
});

type StoreItemProps = {
  readonly name: string;
  readonly store: Store;
  readonly isFirst: boolean;
  readonly onPick: (store: Store) => void;
  readonly onFavour: (store: Store) => Promise<void>;
};

const StoreItem = ({ name, store, isFirst, onPick, onFavour }: StoreItemProps) => (
  <StoreRow
    name={name}
    address={store.address}
    isOpen={store.isOpen}
    hours={store.isOpen ? untilText(store.hoursText) : (store.opensText ?? store.hoursText)}
    lead={`约 ${store.leadMinutes} 分钟可取`}
    services={store.services.map((service) => eatText[service])}
    isFirst={isFirst}
    distanceMetres={store.distanceMetres}
    {...(store.storeId === lastVisitedStore() ? { mark: "上次去过" } : {})}
    favourite={{ isOn: store.isFavourite ?? false, onToggle: () => onFavour(store) }}
    action={{ text: "点餐", onPress: () => onPick(store) }}
  />
);

/** Omits the year when it is the current year. */
const dateText = (at: number): string => {
  const date = formatDate(at);
  return date.slice(0, 4) === formatDate(Date.now()).slice(0, 4) ? date.slice(5) : date;
};

const VoucherLine = ({ manifest }: { readonly manifest: StepProps["manifest"] }) => (
  <p className={styles.voucher}>
    <ArtObject name={manifest.artwork ?? "bucket"} className={styles.voucherArt} />
    <span className="grow">
      {manifest.valueFen && manifest.target === "voucher"
        ? `${moneyText(manifest.valueFen, "shop")} 餐券，全场任选，不找零`
        : manifest.title}
    </span>
    <span className="flex-none text-12 ink-700">{dateText(manifest.validUntil)} 到期</span>
  </p>
);

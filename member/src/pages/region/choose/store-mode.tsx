/** Selects a store of the chosen city and stores the choice for the calling page. */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { PAGE_FIRST, PAGE_SIZE } from "@yunjing/contract/limits";
import { useDeferredValue, useState } from "react";
import { api, operationKey } from "../../../api.ts";
import { recentPosition } from "../../../device/geolocation.ts";
import { storePickedStore } from "../../../device/location-choice.ts";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { EndText } from "../../../components/end-text.tsx";
import { useNearScreen } from "../../../components/infinite-list.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevronDown } from "../../../components/icons.ts";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StoreRow, StoreRows } from "../../../components/store-row.tsx";
import { navigateBack, navigateTo } from "../../../shell/navigate.ts";
import { useCity } from "../../../shell/use-city.ts";
import styles from "./choose.module.css";

/** Pages through a city's stores, nearest first when the position is known. */
function useStores(brand: string | undefined, regionCode: string, typed: string) {
  const keyword = useDeferredValue(typed.trim());
  const input = {
    regionCode,
    pageSize: PAGE_SIZE,
    ...recentPosition(),
    ...(brand === undefined ? {} : { brand }),
    ...(keyword === "" ? {} : { keyword }),
  };
  return useInfiniteQuery({
    queryKey: [...operationKey(api.dining.stores), "choose", input],
    queryFn: ({ pageParam, signal }) =>
      api.dining.stores(
        { ...input, ...(pageParam === "" ? { page: PAGE_FIRST } : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });
}

export function StoreMode({ brand }: { readonly brand: string | undefined }) {
  const city = useCity();
  const [typed, setTyped] = useState("");
  const query = useStores(brand, city.code, typed);
  const canLoad = query.hasNextPage && !query.isFetchingNextPage && !query.isFetchNextPageError;
  const end = useNearScreen(() => void query.fetchNextPage(), canLoad);
  const stores = (query.data?.pages ?? []).flatMap(({ list }) => list);
  return (
    <div className="page">
      <div className={styles.top}>
        <button
          type="button"
          className={styles.city}
          onClick={() =>
            void navigateTo(`/pages/region/choose?mode=city${brand ? `&brand=${brand}` : ""}`)
          }
        >
          {city.name}
          <Icon of={chevronDown} size={16} />
        </button>
        <SearchField
          label="搜索门店"
          placeholder="搜门店或路名"
          value={typed}
          onInput={setTyped}
          lengthMax={40}
          on="white"
        />
      </div>
      <div className={styles.body}>
        {query.isPending && <Skeleton count={4} />}
        {query.isLoadingError && <ErrorBlock note="门店没有读到" onRetry={query.refetch} />}
        {query.data && stores.length === 0 && (
          <EmptyState scene="search" title="没有找到门店" note="换个词或换个城市试试" />
        )}
        {stores.length > 0 && <h2 className="caption regular mb-2">{city.name}的门店</h2>}
        {stores.length > 0 && (
          <StoreRows label="门店">
            {stores.map(({ storeId, name, address, isOpen, hoursText, opensText, ...store }) => (
              <StoreRow
                key={storeId}
                name={name}
                address={address}
                isOpen={isOpen}
                hours={isOpen ? hoursText : (opensText ?? hoursText)}
                distanceMetres={store.distanceMetres}
                action={{
                  text: "选这家",
                  onPress: () => {
                    storePickedStore(store.brand, { storeId, name });
                    return navigateBack();
                  },
                }}
              />
            ))}
          </StoreRows>
        )}
        <div ref={end} />
        {query.isFetchNextPageError && (
          <ErrorBlock note="后面的门店没有读到" onRetry={query.fetchNextPage} />
        )}
        {query.isFetchingNextPage && <Skeleton count={1} />}
        {stores.length > 0 && !query.hasNextPage && <EndText />}
      </div>
    </div>
  );
}

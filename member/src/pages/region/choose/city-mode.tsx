/** Selects a city: the current location, recent, popular, A to Z, and search by name or pinyin. */
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { recentPosition, locate, hasLocationPermission } from "../../../device/geolocation.ts";
import {
  chooseCity,
  type City,
  hasChosenCity,
  chosenCity,
  recentCities,
  shortCityName,
} from "../../../device/location-choice.ts";
import { Chips } from "../../../components/chip.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { check } from "../../../components/icons.ts";
import { locate as locateIcon } from "../../../components/page-icons.ts";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { navigateBack } from "../../../shell/navigate.ts";
import { groupByInitial, type CityItem, matchingCities } from "./cities.ts";
import { LetterBar } from "./letter-bar.tsx";
import styles from "./choose.module.css";

/** All cities, or those where a brand has stores. */
function useCities(brand: string | undefined) {
  const everywhere = useQuery({ ...apiQuery(api.regions.cities, {}), staleTime: Infinity });
  const served = useQuery({
    ...apiQuery(api.dining.cities, brand === undefined ? {} : { brand }),
    enabled: brand !== undefined,
  });
  const all: readonly CityItem[] = everywhere.data?.list ?? [];
  if (brand === undefined) return { ...everywhere, cities: all };
  const cities = (served.data?.list ?? []).map(({ code, name, initial, stores }): CityItem => {
    const pinyin = all.find((city) => city.code === code)?.pinyin;
    return { code, name, initial, pinyin, note: `${stores} 家店` };
  });
  return { ...served, cities };
}

/**
 * Requested in parallel with the cities, so that the first view does not move when the popular
 * cities arrive.
 */
function useHotCities() {
  const hot = useQuery({ ...apiQuery(api.regions.hot, {}), staleTime: Infinity });
  return { hot: hot.data?.list ?? [], isAwaited: hot.isPending && hot.failureCount === 0 };
}

/** A precision of one kilometre is enough to identify a city. */
const rough = (degrees: number): number => Math.round(degrees * 100) / 100;

/**
 * Returns the city with the nearest centre, or an error message. No map is needed, and only a
 * rounded position is sent.
 */
async function nearestCity(cities: readonly CityItem[]): Promise<City | string> {
  const found = recentPosition() ?? (await locate());
  if (found === "refused") return "没有定位权限，请在下面选择城市";
  if (found === "unknown") return "暂时定位不到，请在下面选择城市";
  const position = { lat: rough(found.lat), lng: rough(found.lng) };
  const answer = await api.regions.nearest(position).catch(() => undefined);
  if (!answer) return "网络不好，没有定位到，请在下面选择城市";
  const { city } = answer;
  if (!city) return "附近没有可选的城市，请在下面选择";
  const own = cities.find(({ code }) => code === city.code);
  return own ?? `${shortCityName(city.name)}还没有可兑门店，请选择其他城市`;
}

const choose = async ({ code, name }: City): Promise<void> => {
  chooseCity({ code, name });
  await navigateBack();
};

export function CityMode({ brand }: { readonly brand: string | undefined }) {
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(typed.trim());
  const { cities, isPending, isLoadingError, refetch } = useCities(brand);
  const { isAwaited } = useHotCities();
  const isComing = isPending || (isAwaited && !isLoadingError);
  return (
    <div className="page">
      <div className={styles.top}>
        <SearchField
          label="搜索城市"
          placeholder="城市名或拼音"
          value={typed}
          onInput={setTyped}
          lengthMax={20}
          on="white"
        />
      </div>
      {isComing && (
        <div className={styles.body}>
          <Skeleton count={4} />
        </div>
      )}
      {isLoadingError && <ErrorBlock note="城市没有读到" onRetry={refetch} />}
      {!isComing &&
        cities.length > 0 &&
        (keyword === "" ? (
          <AllCities cities={cities} brand={brand} />
        ) : (
          <Results cities={cities} keyword={keyword} brand={brand} />
        ))}
    </div>
  );
}

type ListProps = { readonly cities: readonly CityItem[]; readonly brand: string | undefined };

function Located({ cities }: Pick<ListProps, "cities">) {
  const [state, setState] = useState<City | string>();
  const [isAsking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    setState(await nearestCity(cities));
    setAsking(false);
  };
  const locateAutomatically = useEffectEvent(() => void ask());
  useEffect(() => {
    let isOver = false;
    // Locates automatically when permission was granted before; otherwise only after a press.
    void hasLocationPermission().then((may) => may && !isOver && locateAutomatically());
    return () => {
      isOver = true;
    };
  }, []);
  const city = typeof state === "object" ? state : undefined;
  return (
    <section className={styles.block} aria-label="当前定位">
      <h2 className="caption regular mb-2">当前定位</h2>
      <button
        type="button"
        className={styles.located}
        onClick={() => void (city ? choose(city) : ask())}
        aria-busy={isAsking}
      >
        <Icon of={locateIcon} size={18} />
        {isAsking ? "正在定位" : city ? shortCityName(city.name) : "点这里定位"}
      </button>
      {typeof state === "string" && (
        <p className={styles.note} role="status">
          {state}
        </p>
      )}
    </section>
  );
}

function AllCities({ cities, brand }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { hot } = useHotCities();
  const known = (city: { code: string }) => cities.some(({ code }) => code === city.code);
  const chipsOf = (some: readonly City[]) =>
    some.filter(known).map(({ code, name }) => ({ id: code, text: shortCityName(name) }));
  const pick = (code: string) => {
    const city = cities.find((each) => each.code === code);
    if (city) void choose(city);
  };
  const recent = chipsOf(recentCities());
  const hottest = chipsOf(hot);
  const groups = groupByInitial(cities);
  const jump = (initial: string) => {
    const head = list.current?.querySelector<HTMLElement>(`[data-initial="${initial}"]`);
    head?.scrollIntoView({ block: "start" });
  };
  return (
    <div className={styles.body}>
      <Located cities={cities} />
      {recent.length > 0 && (
        <section className={styles.block}>
          <h2 className="caption regular mb-2">最近选过</h2>
          <Chips label="最近选过" items={recent} value={null} onChoose={pick} wraps="start" />
        </section>
      )}
      {hottest.length > 0 && (
        <section className={styles.block}>
          <h2 className="caption regular mb-2">热门城市</h2>
          <Chips label="热门城市" items={hottest} value={null} onChoose={pick} wraps="start" />
        </section>
      )}
      <div className={styles.list} ref={list}>
        {groups.map(([initial, own]) => (
          <section key={initial} aria-label={initial}>
            <h2 className={styles.initial} data-initial={initial}>
              {initial}
            </h2>
            <CityRows cities={own} brand={brand} />
          </section>
        ))}
      </div>
      <LetterBar label="按首字母找" letters={groups.map(([initial]) => initial)} onLetter={jump} />
    </div>
  );
}

const CityRows = ({ cities }: ListProps) => (
  <ul className={styles.rows}>
    {cities.map((city) => {
      const isChosen = hasChosenCity() && chosenCity().code === city.code;
      return (
        <li key={city.code}>
          <button
            type="button"
            className={styles.row}
            aria-current={isChosen ? "true" : undefined}
            onClick={() => void choose(city)}
          >
            <span className={styles.name}>{city.name}</span>
            {city.note && <span className={styles.note}>{city.note}</span>}
            {isChosen && <Icon of={check} size={18} className="flex-none sea-700" />}
          </button>
        </li>
      );
    })}
  </ul>
);

/** The server also matches initials and districts. A brand's cities are matched here. */
function Results({ cities, keyword, brand }: ListProps & { readonly keyword: string }) {
  const query = useQuery({
    ...apiQuery(api.regions.search, { keyword }),
    enabled: brand === undefined,
  });
  const found: readonly CityItem[] =
    brand === undefined && query.data
      ? query.data.list.flatMap((region): CityItem[] => {
          if (region.level === 1) return [];
          const code = region.level === 3 ? region.parent : region.code;
          const city = cities.find((each) => each.code === code);
          if (!city) return [];
          return [region.level === 3 ? { ...city, note: region.name } : city];
        })
      : matchingCities(cities, keyword);
  const unique = [...new Map(found.map((city) => [city.code, city])).values()];
  if (unique.length === 0 && query.isFetching) return <Skeleton count={2} />;
  if (unique.length === 0) {
    return <EmptyState scene="search" title="没有找到城市" note="试试拼音，比如 shanghai" />;
  }
  return (
    <div className={styles.body}>
      <div className={styles.list}>
        <CityRows cities={unique} brand={brand} />
      </div>
    </div>
  );
}

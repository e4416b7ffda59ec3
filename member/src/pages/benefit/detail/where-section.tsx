/** 适用城市与门店: the cities where a benefit can be used, and its brand's stores in the chosen one. */
import { useQuery } from "@tanstack/react-query";
import type { BenefitDetail, UsedIn } from "@yunjing/contract/schemas/benefit";
import { api, apiQuery } from "../../../api.ts";
import { recentPosition } from "../../../device/geolocation.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { StoreRow } from "../../../components/store-row.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./detail.module.css";

export const SHOWN_MAX = 2;

/** How it is used, where no city limits it. */
const everywhereTexts: Readonly<Record<UsedIn, string>> = {
  account: "全国通用，充值到账号，不限城市",
  store: "全国通用",
  online: "全国通用，线上使用",
  cinema: "全国通用，合作影院均可",
  order: "全国通用，在本平台下单时使用",
};

const storeTexts: Readonly<Partial<Record<UsedIn, string>>> = {
  store: "品牌在营门店，以门店公示为准",
  cinema: "购票页可选的合作影院",
};

/** The stores that are known of this brand in the city: the nearest first, where a position is known. */
function Stores({ benefit }: { readonly benefit: BenefitDetail }) {
  const { brandCode, region, usedIn } = benefit;
  const { data, isPending } = useQuery(
    apiQuery(api.dining.stores, {
      brand: brandCode,
      regionCode: region.code,
      pageSize: SHOWN_MAX + 1,
      ...recentPosition(),
    }),
  );
  if (isPending) return <Skeleton count={SHOWN_MAX} />;
  const stores = data?.list ?? [];
  if (stores.length === 0) return <p className="ink-700">{storeTexts[usedIn]}</p>;
  return (
    <>
      <ul className="ruled" aria-label="适用门店">
        {stores.slice(0, SHOWN_MAX).map((store) => (
          <StoreRow
            key={store.storeId}
            name={store.name}
            address={store.address}
            isOpen={store.isOpen}
            hours={store.isOpen ? store.hoursText : (store.opensText ?? store.hoursText)}
            distanceMetres={store.distanceMetres}
          />
        ))}
      </ul>
      {stores.length > SHOWN_MAX && (
        <Button
          appearance="line"
          block
          onPress={() =>
            navigateTo(`/pages/region/choose?mode=store&brand=${encodeURIComponent(brandCode)}`)
          }
        >
          {`查看${region.cityName}全部门店`}
        </Button>
      )}
    </>
  );
}

export function WhereSection({ benefit }: { readonly benefit: BenefitDetail }) {
  const { region, usedIn } = benefit;
  const hasStores = usedIn === "store" && region.isHere;
  return (
    <Section title={hasStores ? "适用城市与门店" : "适用城市"}>
      <dl className={styles.places}>
        <div className={styles.placeRow}>
          <dt>适用城市</dt>
          <dd>
            {region.isEverywhere || region.cityNames.length === 0
              ? everywhereTexts[usedIn]
              : region.cityNames.join("、")}
          </dd>
        </div>
        {!hasStores && storeTexts[usedIn] && (
          <div className={styles.placeRow}>
            <dt>适用门店</dt>
            <dd>{storeTexts[usedIn]}</dd>
          </div>
        )}
      </dl>
      {hasStores && (
        <div className={styles.stores}>
          <Stores benefit={benefit} />
        </div>
      )}
    </Section>
  );
}

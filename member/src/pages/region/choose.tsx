/**
 * RegionChoose: selects a city, a store of a brand, or an address, and returns it to the calling
 * page. A denied location permission disables nothing else.
 */
import { lazy, Suspense } from "react";
import type { PageProps } from "../../routes.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { CityMode } from "./choose/city-mode.tsx";
import { StoreMode } from "./choose/store-mode.tsx";

const AddressMode = lazy(() =>
  import("./choose/address/address-mode.tsx").then((module) => ({ default: module.AddressMode })),
);

export default function RegionChoosePage({ query }: PageProps) {
  if (query["mode"] === "address") {
    return (
      <Suspense fallback={<Skeleton count={3} />}>
        <AddressMode isPicking={query["pick"] === "1"} />
      </Suspense>
    );
  }
  const brand = query["brand"];
  if (query["mode"] === "store") return <StoreMode brand={brand} />;
  return <CityMode brand={brand} />;
}

/**
 * RegionChoose: which city, which store of a brand, or which address. The choice goes back to the
 * page that asked; a refused position leaves everything else usable.
 */
import { lazy, Suspense } from "react";
import type { PageProps } from "../../pages.ts";
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

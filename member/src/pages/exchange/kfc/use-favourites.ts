/** Marks stores as favourites: at the server for a member, on the device for a visitor. */
import { useEffect, useEffectEvent, useState } from "react";
import type { Store } from "@yunjing/contract/schemas/dining";
import { api } from "../../../api.ts";
import { userMessageFor } from "../../../device/failure.ts";
import { deviceFavourites, setDeviceFavourite } from "../../../device/favourite-stores.ts";
import { tokenState } from "../../../device/token.ts";
import { toast } from "../../../shell/facade/facade.ts";

/** Sends the favourites of the device to the member; what fails stays on the device. */
async function moveToMember(): Promise<void> {
  for (const storeId of deviceFavourites()) {
    const isMoved = await api.dining.favour({ storeId, isFavourite: true }).then(
      () => true,
      () => false,
    );
    if (isMoved) setDeviceFavourite(storeId, false);
  }
}

/**
 * `ofDevice` is the input of the list of stores; absent for a member. `onChange` reads the list
 * again. After a login the favourites of the device become the member's.
 */
export function useFavourites(onChange: () => Promise<unknown>) {
  const isMember = tokenState() === "valid";
  const [ids, setIds] = useState(deviceFavourites);
  const moved = useEffectEvent(async () => {
    setIds(deviceFavourites());
    await onChange();
  });
  useEffect(() => {
    if (isMember && deviceFavourites().length > 0) void moveToMember().then(() => moved());
  }, [isMember]);

  const toggle = async ({ storeId, name, isFavourite = false }: Store): Promise<void> => {
    const next = !isFavourite;
    if (isMember) {
      const failure = await api.dining.favour({ storeId, isFavourite: next }).then(
        () => undefined,
        (error: unknown) => userMessageFor(error),
      );
      if (failure !== undefined) return toast(failure, { kind: "failed" });
    } else {
      setDeviceFavourite(storeId, next);
      setIds(deviceFavourites());
    }
    void toast(next ? `已收藏，${name}排在最前` : "已取消收藏");
    await onChange();
  };
  return { ofDevice: isMember || ids.length === 0 ? undefined : ids.join(","), toggle };
}

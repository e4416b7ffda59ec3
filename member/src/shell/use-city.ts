/** React hook for the chosen city; re-renders when it changes. */
import { useSyncExternalStore } from "react";
import { chosenCity, type City, onCityChange } from "../device/location-choice.ts";

/** Returns the chosen city, or the default one; the same on the server (decision 0160). */
export const useCity = (): City => useSyncExternalStore(onCityChange, chosenCity, chosenCity);

/** Tests that the faces of the demo are drawn pictures, differ between people and follow from the seed. */
import { loadImage } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { faceOf, faceSvg } from "./face.ts";

const people = Array.from({ length: 300 }, (_, place) => `person ${place}`);

test("the same person has the same face, and most people have one of their own", () => {
  const faces = people.map(faceSvg);
  expect(people.map(faceSvg)).toEqual(faces);
  expect(new Set(faces).size).toBeGreaterThan(270);
});

test("a face is a picture that a browser draws, and small", async () => {
  for (const person of people.slice(0, 20)) {
    const picture = await loadImage(Buffer.from(faceSvg(person)));
    expect([picture.width, picture.height]).toEqual([64, 64]);
    expect(faceOf(person).length).toBeLessThan(4_000);
  }
});

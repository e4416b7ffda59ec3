/**
 * Tests where files are stored: on disk unless a bucket is configured, and then every bucket
 * setting is required.
 */
import { expect, test } from "vitest";
import { readFilesSettings } from "./files.ts";

const S3 = {
  FILES_S3_ENDPOINT: "https://s3.example",
  FILES_S3_BUCKET: "pictures",
  FILES_S3_REGION: "cn-1",
  FILES_S3_ACCESS_KEY: "AK",
  FILES_S3_SECRET_KEY: "SK",
};

test("files are stored in the data directory without an endpoint, and in the bucket with one", () => {
  expect(readFilesSettings({}, "/data")).toEqual({ folder: "/data/files" });
  expect(readFilesSettings(S3, "/data")).toEqual({
    s3: {
      endpoint: "https://s3.example",
      bucket: "pictures",
      region: "cn-1",
      accessKey: "AK",
      secretKey: "SK",
    },
  });
});

test.each([
  [{ ...S3, FILES_S3_ENDPOINT: "http://s3.example" }, /FILES_S3_ENDPOINT must be an https address/],
  [{ ...S3, FILES_S3_ENDPOINT: "pictures" }, /FILES_S3_ENDPOINT must be/],
  [{ ...S3, FILES_S3_BUCKET: "" }, /FILES_S3_BUCKET is missing/],
  [{ ...S3, FILES_S3_SECRET_KEY: undefined }, /FILES_S3_SECRET_KEY is missing/],
])("a wrong setting throws an error with its name: %j", (env, message) => {
  expect(() => readFilesSettings(env, "/data")).toThrow(message);
});

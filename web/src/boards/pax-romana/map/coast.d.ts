/** The coast as `web/coast.ts` cuts it when the page is built. */
declare module "virtual:coast" {
  const coast: import("../../../../coast").Coast;
  export default coast;
}

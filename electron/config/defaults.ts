export const DEFAULT_API_PORT = 4870;
export const DEFAULT_LIVE_RATE = 20;

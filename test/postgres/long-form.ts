/** Whether tests that kill programs do so again and again, and wait as long as the program does: minutes instead of seconds. */
export const isLongForm = process.env.TILLDESK_LONG_TESTS === '1';

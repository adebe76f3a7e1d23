/** Whether a key press belongs to a form field, so that it is no shortcut of the page. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;

/** Whether a modifier is held that makes a key press a shortcut of the browser. */
export const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

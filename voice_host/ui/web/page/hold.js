// @ts-check
/** Something that shows while it is held, by finger, mouse or key, and hides however that ends.
 * @param {HTMLElement} button @param {() => void} down @param {() => void} up */
export function held(button, down, up) {
  let is = false;
  const press = () => {
    if (!is) {
      is = true;
      down();
    }
  };
  const release = () => {
    if (is) {
      is = false;
      up();
    }
  };
  button.addEventListener("pointerdown", press);
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(end, release);
  button.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && !event.repeat && press());
  button.addEventListener("keyup", (event) => [" ", "Enter"].includes(event.key) && release());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && release());
}

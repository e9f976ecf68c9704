// @ts-check
// The code of the table stands in the fragment of the QR code's address: no server ever sees it there.
for (const id of ["table", "seat"]) {
  const link = document.getElementById(id);
  if (link instanceof HTMLAnchorElement) link.hash = location.hash;
}

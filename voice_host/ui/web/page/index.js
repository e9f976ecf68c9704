// @ts-check
// The code of the table stands in the fragment of the QR code's address: no server ever sees it there.
const table = document.getElementById("table");
if (table instanceof HTMLAnchorElement) table.hash = location.hash;

// Sorts tables by a click on a header. Without it every page is complete.
'use strict';
(function () {
    // Numbers stand in data-v; a cell without one has no value and comes last, whichever way. Among words, such as formulas, those
    // that are numbers are taken as numbers and come before others.
    function value(row, column, numeric) {
        var cell = row.cells[column];
        if (!cell) return null;
        var text = cell.textContent.trim().toLowerCase();
        if (!numeric) return text !== '' && isFinite(text) ? Number(text) : text;
        return cell.hasAttribute('data-v') ? Number(cell.getAttribute('data-v')) : null;
    }
    function sort(table, header, column) {
        var numeric = header.classList.contains('n');
        var up = header.getAttribute('aria-sort') === (numeric ? 'descending' : 'ascending') ? numeric : !numeric;
        var sign = up ? 1 : -1;
        var body = table.tBodies[0];
        var rows = Array.prototype.map.call(body.rows, function (row, at) {
            return { row: row, at: at, value: value(row, column, numeric) };
        });
        rows.sort(function (a, b) {
            if (a.value === b.value) return a.at - b.at;
            if (a.value === null) return 1;
            if (b.value === null) return -1;
            if (typeof a.value !== typeof b.value) return typeof a.value === 'number' ? -sign : sign;
            return a.value < b.value ? -sign : sign;
        });
        Array.prototype.forEach.call(header.parentNode.cells, function (other) { other.removeAttribute('aria-sort'); });
        header.setAttribute('aria-sort', up ? 'ascending' : 'descending');
        rows.forEach(function (r) { body.appendChild(r.row); });
    }
    Array.prototype.forEach.call(document.querySelectorAll('table.sortable'), function (table) {
        Array.prototype.forEach.call(table.tHead.rows[0].cells, function (header, column) {
            var button = document.createElement('button');
            button.type = 'button';
            while (header.firstChild) button.appendChild(header.firstChild);
            header.appendChild(button);
            button.addEventListener('click', function () { sort(table, header, column); });
        });
    });
})();

/* The plane on which the kernels lie farthest apart: principal components.
 *
 * In: scaled features. Out: two axes and their shares of the variance. Jacobi's method: slow for
 * large matrices, exact and simple for one of ten columns. */
#include <math.h>
#include <string.h>

#include "db/coverage.h"

enum { SWEEPS = 60 };

/* Rotates rows and columns p and q so that a[p][q] becomes 0. */
static void rotate(int n, double *a, double *v, int p, int q) {
    double apq = a[p * n + q];
    if (fabs(apq) < 1e-300) return;
    double theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
    double t = copysign(1 / (fabs(theta) + sqrt(theta * theta + 1)), theta);
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < n; k++) {
        double kp = a[k * n + p], kq = a[k * n + q];
        a[k * n + p] = c * kp - s * kq;
        a[k * n + q] = s * kp + c * kq;
    }
    for (int k = 0; k < n; k++) {
        double pk = a[p * n + k], qk = a[q * n + k];
        a[p * n + k] = c * pk - s * qk;
        a[q * n + k] = s * pk + c * qk;
    }
    for (int k = 0; k < n; k++) {
        double pk = v[p * n + k], qk = v[q * n + k];
        v[p * n + k] = c * pk - s * qk;
        v[q * n + k] = s * pk + c * qk;
    }
}

static double off_diagonal(int n, const double *a) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j) sum += a[i * n + j] * a[i * n + j];
    return sum;
}

/* The largest component positive: eigenvectors have no sign of their own. */
static void fix_sign(int n, double *row) {
    int largest = 0;
    for (int k = 1; k < n; k++)
        if (fabs(row[k]) > fabs(row[largest]) + 1e-12) largest = k;
    if (row[largest] >= 0) return;
    for (int k = 0; k < n; k++) row[k] = -row[k];
}

static void swap(double *a, double *b) {
    double t = *a;
    *a = *b;
    *b = t;
}

void db_cov_eigen(int n, double *a, double *values, double *v) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) v[i * n + j] = i == j;
    for (int sweep = 0; sweep < SWEEPS && off_diagonal(n, a) > 1e-24; sweep++)
        for (int p = 0; p < n; p++)
            for (int q = p + 1; q < n; q++) rotate(n, a, v, p, q);
    for (int i = 0; i < n; i++) values[i] = a[i * n + i];
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int j = i + 1; j < n; j++)
            if (values[j] > values[best]) best = j;
        swap(&values[i], &values[best]);
        for (int k = 0; k < n && best != i; k++) swap(&v[i * n + k], &v[best * n + k]);
        fix_sign(n, v + (size_t)i * n);
    }
}

/* The weight of one kernel of a set: all sets that are not empty weigh the same. */
static double weight_of(const db_cov *c, int set) {
    size_t sets = 0, n = c->first[set + 1] - c->first[set];
    for (int s = 0; s < DB_COV_SETS; s++) sets += c->first[s + 1] > c->first[s];
    return n ? 1.0 / (double)(sets * n) : 0;
}

static void covariance(const db_cov *c, db_cov_plane *p, double a[DB_COV_N * DB_COV_N]) {
    double weight[DB_COV_SETS];
    for (int s = 0; s < DB_COV_SETS; s++) weight[s] = weight_of(c, s);
    for (size_t i = 0; i < c->n; i++)
        for (int k = 0; k < DB_COV_N; k++) p->centre[k] += weight[c->v[i].set] * c->v[i].at[k];
    for (size_t i = 0; i < c->n; i++) {
        const db_cov_kernel *x = &c->v[i];
        for (int j = 0; j < DB_COV_N; j++)
            for (int k = 0; k < DB_COV_N; k++)
                a[j * DB_COV_N + k] +=
                    weight[x->set] * (x->at[j] - p->centre[j]) * (x->at[k] - p->centre[k]);
    }
}

void db_cov_plane_of(const db_cov *c, db_cov_plane *p) {
    double a[DB_COV_N * DB_COV_N] = {0}, v[DB_COV_N * DB_COV_N], values[DB_COV_N], sum = 0;
    *p = (db_cov_plane){0};
    covariance(c, p, a);
    db_cov_eigen(DB_COV_N, a, values, v);
    for (int k = 0; k < DB_COV_N; k++) sum += values[k];
    for (int axis = 0; axis < 2; axis++) {
        memcpy(p->axis[axis], v + (size_t)axis * DB_COV_N, sizeof p->axis[axis]);
        p->share[axis] = sum > 0 ? values[axis] / sum : 0;
    }
}

double db_cov_project(const db_cov_plane *p, int axis, const db_cov_kernel *k) {
    double sum = 0;
    for (int i = 0; i < DB_COV_N; i++) sum += p->axis[axis][i] * (k->at[i] - p->centre[i]);
    return sum;
}

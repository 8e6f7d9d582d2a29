// Concordant minus discordant pairs of one sample against all later ones (Kendall's tau), and ties.
__kernel void kendall_tau_row(__global const int *u, __global const int *v, __global int *score, __global int *ties, int n)
{
    int i = get_global_id(0);
    if (i >= n) return;
    int ui = u[i], vi = v[i], s = 0, t = 0;
    for (int j = i + 1; j < n; ++j) {
        int du = (u[j] > ui) - (u[j] < ui);
        int dv = (v[j] > vi) - (v[j] < vi);
        s += du * dv;
        t += !(du && dv);
    }
    score[i] = s;
    ties[i] = t;
}

// Rusanov flux of the compressible Euler equations over faces of an unstructured mesh.
typedef struct { float rho, mx, my, E; } Cons;
typedef struct { int left, right; float nx, ny; } Face;

float pressure(const Cons u, const float gamma)
{
    return (gamma - 1.0f) * (u.E - 0.5f * (u.mx * u.mx + u.my * u.my) / u.rho);
}

Cons normal_flux(const Cons u, const float p, const float vn, const Face f)
{
    Cons r;
    r.rho = u.rho * vn;
    r.mx = u.mx * vn + p * f.nx;
    r.my = u.my * vn + p * f.ny;
    r.E = (u.E + p) * vn;
    return r;
}

__kernel void euler_rusanov_faces(__global const Cons *cells, __global const Face *faces,
                                  __global Cons *flux, const float gamma, const uint numFaces)
{
    const uint id = get_global_id(0);
    if (id >= numFaces) return;
    const Face f = faces[id];
    const Cons a = cells[f.left];
    const Cons b = cells[f.right];
    const float pa = fmax(pressure(a, gamma), 1e-6f), pb = fmax(pressure(b, gamma), 1e-6f);
    const float va = (a.mx * f.nx + a.my * f.ny) / a.rho, vb = (b.mx * f.nx + b.my * f.ny) / b.rho;
    const float lam = fmax(fabs(va) + sqrt(gamma * pa / a.rho), fabs(vb) + sqrt(gamma * pb / b.rho));
    const Cons Fa = normal_flux(a, pa, va, f), Fb = normal_flux(b, pb, vb, f);
    Cons out;
    out.rho = 0.5f * (Fa.rho + Fb.rho - lam * (b.rho - a.rho));
    out.mx = 0.5f * (Fa.mx + Fb.mx - lam * (b.mx - a.mx));
    out.my = 0.5f * (Fa.my + Fb.my - lam * (b.my - a.my));
    out.E = 0.5f * (Fa.E + Fb.E - lam * (b.E - a.E));
    flux[id] = out;
}
